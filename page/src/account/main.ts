// The account: each form calls the API and says what came of it, in its own place.

import "../style/faces.css";
import { call, Refused, somebody } from "../shared/api.ts";
import { ACCOUNT } from "../words/account.ts";
import { bodyOf, NotFilled } from "./fields.ts";

const STAYS = new Set(["limits", "token"]); // the page is not loaded again at once: there is something to read

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-call]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
}

function say(form: HTMLFormElement, kind: "fault" | "done", text: string): void {
  for (const each of ["fault", "done"]) {
    const line = form.querySelector<HTMLElement>(`.${each}`);
    if (line) {
      line.hidden = each !== kind;
      line.textContent = each === kind ? text : "";
    }
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const { call: asked = "", kind = "", ask } = form.dataset;
  const [method = "POST", path = ""] = asked.split(" ");
  if (ask !== undefined && !confirm(ask)) return;
  const button = form.querySelector("button");
  if (button) button.disabled = true;
  try {
    const body = bodyOf(kind, new Map([...new FormData(form)].map(([name, value]) => [name, String(value)])), Date.now());
    if (form.dataset["guest"] !== undefined) await somebody();
    const answer = await call<{ secret?: string } | undefined>(method, path, body);
    if (kind === "token") showSecret(form, answer?.secret ?? "");
    else if (STAYS.has(kind)) say(form, "done", ACCOUNT.set);
    else location.assign(form.dataset["then"] ?? "/account");
  } catch (fault) {
    const known = fault instanceof Refused || fault instanceof NotFilled;
    say(form, "fault", known ? fault.message : ACCOUNT.lost);
    form.querySelector<HTMLElement>("input:not([hidden])")?.focus();
  } finally {
    if (button) button.disabled = false;
  }
}

function showSecret(form: HTMLFormElement, secret: string): void {
  say(form, "done", ACCOUNT.secret);
  const shown = document.createElement("code");
  shown.className = "secret";
  shown.textContent = secret;
  form.querySelector(".done")?.append(shown);
  form.reset();
}
