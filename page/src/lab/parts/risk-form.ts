// Small parts that the panels of bankroll and table share: whole numbers in a form, a tile.

import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";

export function numberField(name: string, label: string, value: number, least: number, most: number): TemplateResult {
  return html`<label>${label}<input name=${name} type="number" min=${least} max=${most} required .value=${live(String(value))} /></label>`;
}

/** Hands on the numbers of a form, where all of them are good; an empty field is 0. */
export function submitNumbers(take: (values: ReadonlyMap<string, number>) => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (!form.reportValidity()) return;
    take(new Map([...form.querySelectorAll<HTMLInputElement>("input[type=number]")].map((field) => [field.name, Math.trunc(Number(field.value))])));
  };
}

export function tile(label: string, value: string, tone = ""): TemplateResult {
  return html`<div class=${tone}><dt>${label}</dt><dd>${value}</dd></div>`;
}
