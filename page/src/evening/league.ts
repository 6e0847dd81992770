// The table of a league works without a script; this brings its look, and prints it.

import "../style/evening.css";

for (const each of document.querySelectorAll<HTMLButtonElement>("button[data-print]")) {
  each.hidden = false;
  each.addEventListener("click", () => print());
}
