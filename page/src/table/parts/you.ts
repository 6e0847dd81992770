// What one is called at the table, and one's picture: a picture counts with one tap.

import { html, nothing, type TemplateResult } from "lit";
import { call, type Me, Refused } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { type Avatar, AVATARS, YOU } from "../../words/company.ts";
import { Part } from "../part.ts";

class You extends Part {
  private told = "";

  protected override render(): TemplateResult | typeof nothing {
    const { me } = this.store;
    if (!me) return nothing;
    return html`<section class="you-here" aria-labelledby="you-title">
      <h3 id="you-title">${YOU.title}</h3>
      ${me.guest
        ? html`<form class="row" @submit=${(event: SubmitEvent) => void this.named(event)}>
            <label>${YOU.name} <input name="name" maxlength="24" autocomplete="nickname" .value=${me.name} aria-describedby="name-more" /></label>
            <button>${YOU.save}</button>
          </form>
          <p class="quiet small" id="name-more">${YOU.nameMore}</p>`
        : nothing}
      <fieldset class="avatars"><legend>${YOU.avatar}</legend>
        ${Object.entries(AVATARS).map(([id, words]) => html`<label title=${words}>
          <input type="radio" name="avatar" class="unseen" .checked=${id === me.avatar} @change=${() => void this.pictured(id as Avatar)} />
          ${icon(id)}<span class="unseen">${words}</span></label>`)}
      </fieldset>
      <p class="small">${this.told}</p>
    </section>`;
  }

  private async named(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const name = String(new FormData(event.target as HTMLFormElement).get("name") ?? "").trim();
    await this.change({ name }, (me) => YOU.saved(me.name));
  }

  private async pictured(avatar: Avatar): Promise<void> {
    await this.change({ avatar }, () => YOU.avatarSet(AVATARS[avatar]));
  }

  private async change(what: { name?: string; avatar?: Avatar }, words: (me: Me) => string): Promise<void> {
    const { store } = this;
    try {
      store.me = await call<Me>("PUT", "/api/me", what);
      await store.do({ do: "introduce" });
      this.told = words(store.me);
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      this.told = `${fault.message}.`;
    }
    store.say(this.told);
  }
}

customElements.define("pit-you", You);
