// The operator's console: a frame with its sections, the way between them, and the dialog of acts.

import "../style/operator.css";
import { html, nothing, render } from "lit";
import { CONSOLE, SECTION_NAMES } from "../words/operator.ts";
import "./act-dialog.ts";
import type { Console, Section } from "./section.ts";
import { addressOf, placeOf, SECTIONS } from "./sections.ts";

function start(frame: HTMLElement): void {
  const nav = document.createElement("nav");
  nav.setAttribute("aria-label", CONSOLE.sections);
  const head = document.createElement("h1");
  head.tabIndex = -1;
  const place = document.createElement("div");
  place.className = "console-place";
  const body = document.createElement("div");
  body.className = "console-body";
  body.append(head, place);
  const dialog = document.createElement("operator-act");
  frame.replaceChildren(nav, body, dialog);
  const desk: Console = { act: (act) => dialog.ask(act), go };
  let shown = "";
  let latest = 0;

  function go(address: string): void {
    history.pushState(null, "", address);
    void draw(true);
  }

  async function draw(moved: boolean): Promise<void> {
    const mine = (latest += 1);
    const { entry, rest } = placeOf(location.pathname);
    const name = (entry && SECTION_NAMES[entry.key]) ?? CONSOLE.nothing;
    render(
      SECTIONS.map((each) => html`<a href=${addressOf(each.key)} aria-current=${each.key === entry?.key ? "page" : nothing}>${SECTION_NAMES[each.key]}</a>`),
      nav,
    );
    nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    document.title = `${name} · ${CONSOLE.title}`;
    head.textContent = name;
    if (!entry) {
      shown = "";
      place.replaceChildren(document.createTextNode(CONSOLE.nothingMore));
      return;
    }
    try {
      await entry.load();
    } catch {
      if (mine === latest) place.replaceChildren(document.createTextNode(CONSOLE.notLoaded));
      return;
    }
    if (mine !== latest) return;
    if (shown !== entry.key) place.replaceChildren(Object.assign(document.createElement(`operator-${entry.key}`), { console: desk, rest, query: new URLSearchParams(location.search) }));
    else Object.assign(place.firstElementChild as Section, { rest, query: new URLSearchParams(location.search) });
    if (moved && shown !== entry.key) head.focus();
    shown = entry.key;
  }

  frame.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link.target) return;
    const { origin, pathname, search, hash } = new URL(link.href);
    if (origin !== location.origin || !/^\/operator(\/|$)/.test(pathname)) return;
    event.preventDefault();
    link.closest("dialog")?.close();
    go(pathname + search + hash);
  });
  addEventListener("popstate", () => void draw(true));
  void draw(false);
}

const frame = document.getElementById("console");
if (frame) start(frame);
