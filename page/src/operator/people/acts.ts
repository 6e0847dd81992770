// What an operator can do with a person, each as an act for the dialog.

import { html, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { PEOPLE_ACTS } from "../../words/operator-people.ts";
import { type Act, NotFilled } from "../act.ts";
import { centsOf } from "../micro.ts";
import { handedLink } from "./link.ts";

type PersonPage = components["schemas"]["PersonPage"];

const MOST_CENTS = 100_000_000;
const MOST_DAYS = 3650;
const DAY = 86_400_000;

/** The acts that fit a person; the last of them cannot be undone. */
export function actsFor(person: PersonPage, now: () => number = Date.now): Act[] {
  const path = `/api/operator/people/${encodeURIComponent(person.id)}`;
  const { grant, reset, signOut, exclude, delete: erase } = PEOPLE_ACTS;
  return [
    {
      name: grant.name,
      will: grant.will(person.name),
      path: "/api/operator/grants",
      body: { person: person.id },
      fields: () => field(grant.amount, "amount", "decimal"),
      read: (fields) => ({ cents: centsBetween(fields.get("amount") ?? "", MOST_CENTS) }),
    },
    ...(person.guest ? [] : [{ name: reset.name, will: reset.will(person.name), path: `${path}/reset`, more: handedLink }]),
    { name: signOut.name, will: signOut.will(person.name), path: `${path}/sign-out`, danger: true },
    {
      name: exclude.name,
      will: exclude.will(person.name),
      path: `${path}/exclude`,
      danger: true,
      fields: () => field(exclude.days, "days", "numeric"),
      read: (fields) => ({ until: now() + daysOf(fields.get("days") ?? "") * DAY }),
    },
    {
      name: erase.name,
      will: erase.will(person.name),
      path: `${path}/delete`,
      danger: true,
      fields: () => field(erase.again(person.name), "again", "text"),
      read: (fields) => {
        if ((fields.get("again") ?? "").trim() !== person.name) throw new NotFilled(erase.notAgain);
        return {};
      },
    },
  ];
}

function field(name: string, key: string, mode: "decimal" | "numeric" | "text"): TemplateResult {
  return html`<label>${name}<input name=${key} inputmode=${mode} autocomplete="off" autocapitalize="off" spellcheck="false" required /></label>`;
}

function centsBetween(written: string, most: number): number {
  const cents = centsOf(written);
  if (cents === undefined || cents < 1 || cents > most) throw new NotFilled(PEOPLE_ACTS.grant.notAmount);
  return cents;
}

function daysOf(written: string): number {
  const days = /^\d{1,4}$/.test(written.trim()) ? Number(written) : 0;
  if (days < 1 || days > MOST_DAYS) throw new NotFilled(PEOPLE_ACTS.exclude.notDays);
  return days;
}
