// The page for any receipt: pasted, chosen or dropped; one, or many with one on each line.

import { html, render, type TemplateResult } from "lit";
import { VERIFY } from "../words/rounds.ts";
import { textOf } from "./bytes.ts";
import { chains } from "./chain.ts";
import type { Receipt } from "./receipt.ts";
import { askServer, verdict } from "./verdict.ts";
import { verify } from "./verify.ts";

const MOST = 500; // receipts of a file
const ASKED = 10; // so many of them the server is asked about, too

export function checkFiles(place: HTMLElement): void {
  const form = place.querySelector("form");
  const text = place.querySelector("textarea");
  if (!form || !text) return;
  const [drop, shown] = [document.createElement("div"), document.createElement("div")];
  shown.setAttribute("role", "status");
  form.before(drop);
  place.append(shown);

  render(
    html`<div class="drop"><span>${VERIFY.drop}</span><label>${VERIFY.file} <input type="file" accept=".json,.jsonl,application/json" @change=${(event: Event) => void take((event.target as HTMLInputElement).files?.[0])}></label></div>`,
    drop,
  );

  async function take(file: File | undefined): Promise<void> {
    if (!file || !text) return;
    text.value = textOf(await file.arrayBuffer()).trim();
    await run();
  }

  async function run(): Promise<void> {
    render(html`<p>${VERIFY.busy}</p>`, shown);
    render(await results(text?.value ?? ""), shown);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run();
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => place.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("dropping");
    void take(event.dataTransfer?.files[0]);
  });
}

/** The lines of a text; a receipt that was printed over several lines stays one. */
function texts(all: string): string[] {
  const lines = all.split(/\r?\n/).map((each) => each.trim()).filter(Boolean);
  return lines.every((each) => each.startsWith("{") && each.endsWith("}")) ? lines : [all.trim()];
}

async function results(all: string): Promise<TemplateResult> {
  if (all.trim() === "") return html`<p class="fault">${VERIFY.empty}</p>`;
  const lines = texts(all);
  if (lines.length > MOST) return html`<p class="fault">${VERIFY.tooMany(MOST)}</p>`;
  const shown: TemplateResult[] = [];
  const good: Receipt[] = [];
  for (const [i, each] of lines.entries()) {
    const found = await verify(each);
    const server = found.receipt && i < ASKED ? await askServer(each) : null;
    if (found.receipt) good.push(found.receipt);
    const title = VERIFY.receipt(found.round ?? "?");
    const part = verdict(title, found.checks, server);
    shown.push(lines.length === 1 ? part : html`<details ?open=${!found.right || server?.right === false}><summary>${found.right && server?.right !== false ? "✔" : "✕"} ${title}</summary>${part}</details>`);
  }
  const links = chains(good);
  return html`<h2 class="unseen">${VERIFY.results}</h2>${links.length ? verdict(VERIFY.chain, links, null) : ""}${shown}`;
}
