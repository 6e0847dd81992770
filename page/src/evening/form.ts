// The form in which an evening is put on: it proposes a schedule, and says at each field what is wrong with it.

import { html, render, type TemplateResult } from "lit";
import { call, newId, Refused, somebody } from "../shared/api.ts";
import { icon } from "../shared/art.ts";
import { FORM } from "../words/evening-form.ts";
import { eveningAsked, type Pace } from "./request.ts";
import { cents, lateProposed, MOST_LEVELS, NotFilled, oneMore, proposed, type Row, lengthOf, type Unit } from "./schedule.ts";
import type { Kind } from "./shapes.ts";

export class EveningForm {
  private rows: Row[] = [];
  private unit: Unit = "rounds";
  /** The host has written into the schedule: nothing but the button changes it then. */
  private touched = false;
  /** The host has said how long one may enter late. */
  private late = false;
  /** One evening, however often it is sent. */
  private id = newId();
  private readonly form: HTMLFormElement;
  private readonly place: HTMLElement;

  constructor(form: HTMLFormElement, place: HTMLElement) {
    this.form = form;
    this.place = place;
  }

  begin(): void {
    const { form } = this;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.send();
    });
    form.addEventListener("input", (event) => this.changed((event.target as HTMLInputElement).name));
    this.kindChosen();
    this.proposeLate();
    this.propose();
    this.wait(false);
  }

  /** The button waits for the script, and for an answer. */
  private wait(waits: boolean): void {
    const button = this.form.querySelector<HTMLButtonElement>("button.primary");
    if (button) button.disabled = waits;
  }

  private field<T extends HTMLElement = HTMLInputElement>(name: string): T {
    return this.form.elements.namedItem(name) as unknown as T;
  }

  private get kind(): Kind {
    return (new FormData(this.form).get("kind") as Kind | null) ?? "freeze_out";
  }

  private changed(name: string): void {
    if (name === "kind") this.kindChosen();
    if (name === "league") this.leagueChosen();
    if (name === "late_until") this.late = true;
    if (["kind", "rounds"].includes(name)) this.proposeLate();
    if (["kind", "house", "chips", "rounds"].includes(name) && !this.touched) this.propose();
  }

  private kindChosen(): void {
    const rounds = this.field("rounds");
    const fixed = this.kind === "rounds";
    if (fixed && rounds.value === "") rounds.value = "20";
    if (!fixed && rounds.value === "20") rounds.value = "";
    rounds.required = fixed;
    const label = this.form.querySelector("label[for=f-rounds]");
    if (label) label.textContent = fixed ? FORM.rounds : FORM.mostRounds;
  }

  private leagueChosen(): void {
    const fresh = document.getElementById("new-league");
    if (fresh) fresh.hidden = this.field<HTMLSelectElement>("league").value !== "+";
  }

  private get house(): { low: number; high: number } {
    const chosen = this.field<HTMLSelectElement>("house").selectedOptions[0]?.dataset;
    return { low: Number(chosen?.["low"] ?? 500), high: Number(chosen?.["high"] ?? 50_000) };
  }

  /** After how many rounds it ends at the latest, as far as that is said. */
  private get rounds(): number | undefined {
    return Number.parseInt(this.field("rounds").value, 10) || undefined;
  }

  private proposeLate(): void {
    if (!this.late) this.field("late_until").value = String(lateProposed(this.rounds));
  }

  private propose(): void {
    let chips: number;
    try {
      chips = cents("chips", this.field("chips").value);
    } catch {
      return; // the field says so when it is sent
    }
    this.rows = proposed({ kind: this.kind, unit: this.unit, chips, rounds: this.rounds ?? 20, ...this.house });
    this.touched = false;
    this.draw();
  }

  private draw(): void {
    render(this.schedule(), this.place);
  }

  private schedule(): TemplateResult {
    const { rows, unit } = this;
    return html`<fieldset class="schedule"><legend>${FORM.levels}</legend>
      <p class="rise"><span id="rise">${FORM.rise}</span> <span role="radiogroup" aria-labelledby="rise">${(["rounds", "minutes"] as const).map(
        (each) => html`<label><input type="radio" name="unit" value=${each} .checked=${unit === each} @change=${() => this.measure(each)} /> ${FORM.units[each]}</label>`,
      )}</span></p>
      <table><thead><tr><th scope="col">${FORM.level}</th><th scope="col">${FORM.lasts[unit]}</th><th scope="col">${FORM.low}</th><th scope="col">${FORM.high}</th><td></td></tr></thead>
      <tbody>${rows.map((row, at) => this.row(row, at))}</tbody></table>
      <p class="fault" id="fault-levels" hidden></p>
      <p class="quiet" role="status">${FORM.sum(lengthOf(rows), rows.length, unit)}</p>
      <p class="ways"><button type="button" ?disabled=${rows.length >= MOST_LEVELS} @click=${() => this.add()}>${icon("plus")} ${FORM.add}</button>
      <button type="button" @click=${() => this.propose()}>${icon("rotate-ccw")} ${FORM.again}</button></p>
    </fieldset>`;
  }

  private row(row: Row, at: number): TemplateResult {
    const cell = (key: keyof Row, path: string, head: string, mode: string): TemplateResult =>
      html`<td><input data-path="levels.${at}.${path}" data-place="fault-levels" inputmode=${mode} autocomplete="off" aria-label=${FORM.nth(head, at + 1)} .value=${row[key]} @input=${(event: Event) => this.write(at, key, event)} /></td>`;
    return html`<tr><th scope="row">${at + 1}</th>${cell("length", this.unit, FORM.lasts[this.unit], "numeric")}${cell("low", "low", FORM.low, "decimal")}${cell("high", "high", FORM.high, "decimal")}
      <td><button type="button" class="bare" aria-label=${FORM.remove(at + 1)} title=${FORM.remove(at + 1)} ?disabled=${this.rows.length === 1} @click=${() => this.takeOut(at)}>${icon("x")}</button></td></tr>`;
  }

  private write(at: number, key: keyof Row, event: Event): void {
    this.touched = true;
    this.rows = this.rows.map((row, n) => (n === at ? { ...row, [key]: (event.target as HTMLInputElement).value } : row));
    this.draw();
  }

  private measure(unit: Unit): void {
    this.unit = unit;
    this.propose();
  }

  private add(): void {
    this.touched = true;
    this.rows = [...this.rows, oneMore(this.rows, this.house.high)];
    this.draw();
    this.place.querySelector<HTMLElement>("tbody tr:last-child input")?.focus();
  }

  private takeOut(at: number): void {
    this.touched = true;
    this.rows = this.rows.filter((_, n) => n !== at);
    this.draw();
    this.place.querySelectorAll<HTMLElement>("tbody button")[Math.min(at, this.rows.length - 1)]?.focus();
  }

  private get pace(): Pace {
    const chosen = this.field<HTMLSelectElement>("clock").selectedOptions[0]?.dataset;
    return { bets: Number(chosen?.["bets"] ?? 20), decision: Number(chosen?.["decision"] ?? 25), result: Number(chosen?.["result"] ?? 6) };
  }

  private async send(): Promise<void> {
    this.clear();
    this.wait(true);
    try {
      const fields = new Map([...new FormData(this.form)].map(([name, value]) => [name, String(value)]));
      const asked = eveningAsked(fields, this.rows, this.unit, this.pace, this.id);
      await somebody();
      const { id } = await call<{ id: string }>("POST", "/api/evenings", asked);
      location.assign(`/evening/${encodeURIComponent(id)}`);
    } catch (fault) {
      this.id = fault instanceof Refused ? newId() : this.id; // refused: nothing stands under it
      if (fault instanceof NotFilled) this.say(fault.field, fault.message);
      else if (fault instanceof Refused) this.say(fault.body.path, `${fault.message}.`);
      else this.say("", FORM.lost);
    } finally {
      this.wait(false);
    }
  }

  private clear(): void {
    for (const each of this.form.querySelectorAll<HTMLElement>(".fault")) each.hidden = true;
    for (const each of this.form.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
  }

  /** A sentence at its field, which gets the focus; where no field is meant, at the button. */
  private say(path: string, text: string): void {
    const field = fieldOf(this.form, path);
    const line = document.getElementById(field?.dataset["place"] ?? `fault-${path.split(".")[0]}`) ?? document.getElementById("fault-form");
    if (line) {
      line.textContent = text;
      line.hidden = false;
    }
    if (field?.dataset["place"]) field.setAttribute("aria-describedby", field.dataset["place"]);
    field?.setAttribute("aria-invalid", "true");
    (field ?? line)?.scrollIntoView({ block: "center" });
    field?.focus();
  }
}

/** The field that a path of the API means: a cell of the schedule, else the field of its first part. */
function fieldOf(form: HTMLFormElement, path: string): HTMLElement | undefined {
  if (path === "") return undefined;
  const [first = "", line] = path.split(".");
  const cell = form.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`) ?? (first === "levels" ? form.querySelector<HTMLElement>(`[data-path^="levels.${Number(line) || 0}."]`) : null);
  const found = cell ?? form.elements.namedItem(first);
  return found instanceof HTMLElement ? found : undefined;
}
