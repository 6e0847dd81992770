// People at their seats: a picture, and a gesture that passes by.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { AVATARS, type Gesture, GESTURES } from "../../words/company.ts";
import type { SeatSeen } from "../seen.ts";
import type { Store } from "../store.ts";

export const GESTURE_ICONS: Record<Gesture, string> = {
  nice_hand: "thumbs-up",
  good_luck: "clover",
  thanks: "hand-heart",
  well_played: "party-popper",
  ouch: "frown",
  one_moment: "hourglass",
  cheers: "beer",
  good_night: "moon",
};

/** The picture of who sits there; bots have one of their own. */
export function face({ avatar }: Pick<SeatSeen, "avatar">): TemplateResult | typeof nothing {
  return avatar === null ? nothing : html`<span class="face" title=${AVATARS[avatar]}>${icon(avatar)}</span>`;
}

/** What somebody says at this moment. It is spoken by the voice of the page, not here. */
export function passing(store: Store, seat: number): TemplateResult | typeof nothing {
  const gesture = store.gestures.at(seat);
  return gesture === undefined ? nothing : html`<span class="gesture" aria-hidden="true">${icon(GESTURE_ICONS[gesture])} ${GESTURES[gesture]}</span>`;
}
