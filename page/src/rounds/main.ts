// Past rounds and receipts: a replay step by step, and the check of a receipt in this browser.

import "../style/rounds.css";
import { checkFiles } from "./check-file.ts";
import { replay } from "./replay.ts";
import { verifyRound } from "./verify-round.ts";

for (const each of document.querySelectorAll<HTMLElement>("pit-replay")) void replay(each);
for (const each of document.querySelectorAll<HTMLElement>("pit-verify")) verifyRound(each);
for (const each of document.querySelectorAll<HTMLElement>("pit-check-file")) checkFiles(each);
