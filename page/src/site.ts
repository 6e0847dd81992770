// Every page: the look, the choice of light or dark, and the shell that is kept. The look itself is set before this: first-paint.ts.

import "./style/site.css";
import { prefs, setPrefs, type Theme } from "./shared/prefs.ts";
import { comeBack, keepShell } from "./shared/shell.ts";

function chooseTheme(field: HTMLSelectElement): void {
  field.value = prefs().theme;
  field.addEventListener("change", () => setPrefs({ theme: field.value as Theme }));
  field.closest("label")?.removeAttribute("hidden");
}

document.querySelectorAll<HTMLSelectElement>("select[name=theme]").forEach(chooseTheme);
keepShell();
if (document.body.dataset["offline"] !== undefined) comeBack();
