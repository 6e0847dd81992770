// What every part of the table page is: it stands in the page itself (not in a shadow), reads the store, and is
// drawn again when the store has changed.

import { LitElement } from "lit";
import type { Store } from "./store.ts";

export abstract class Part extends LitElement {
  static override properties = { store: { attribute: false } };
  declare store: Store;
  private stop: (() => void) | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = this.store.watch(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }
}
