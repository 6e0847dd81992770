// The lobby: keeps the list of tables fresh, and shows only what the chosen house can post.

import "../style/lobby.css";

const EVERY = 5000; // milliseconds between looks, while somebody looks

const list = document.getElementById("tables");
let shown = "";

async function refresh(): Promise<void> {
  if (!list || document.hidden || list.contains(document.activeElement)) return;
  try {
    const answer = await fetch("/lobby/tables", { credentials: "same-origin" });
    if (!answer.ok) return;
    const text = await answer.text();
    if (text !== shown) list.innerHTML = text; // the server's own template, escaped there
    shown = text;
  } catch {
    // the next look may be luckier
  }
}

function posted(): void {
  const house = document.querySelector<HTMLSelectElement>(".opening select[name=house]");
  const parts = document.querySelectorAll<HTMLDetailsElement>(".posted");
  const show = (): void => parts.forEach((each) => (each.hidden = each.dataset["for"] !== house?.value));
  house?.addEventListener("change", show);
  show();
}

setInterval(() => void refresh(), EVERY);
document.addEventListener("visibilitychange", () => void refresh());
posted();
document.getElementById("open-fault")?.scrollIntoView({ block: "center" });
