// Where the spots of a house lie: on its sheet, not here. The page knows a grid of two rows and three columns.

import type { Colours } from "../generated/table.ts";
import type { TableSeen } from "./seen.ts";

export type SpotPlace = TableSeen["felt"]["spots"][string];

/** The order in which spots are read and drawn, dealer's side first. */
const READ: readonly SpotPlace[] = ["top left", "top middle", "top right", "bottom left", "bottom middle", "bottom right"];

/** The place of a wager; one that the sheet gives none lies where there is room. */
export function placeOf(view: TableSeen | undefined, wager: string): SpotPlace | undefined {
  return view?.felt.spots[wager];
}

/** What is printed at a spot: its label, or what the sheet has instead. */
export function printOf(view: TableSeen | undefined, spot: { readonly id: string; readonly label: string }): string {
  return view?.felt.short[spot.id] ?? spot.label;
}

/** The name of a place in the grid of the styles. */
export function areaOf(place: SpotPlace | undefined): string {
  return place?.replace(" ", "-") ?? "free";
}

/** Spots in reading order; those without a place come last, as they stood. */
export function inReadingOrder<T extends { readonly place: SpotPlace | undefined }>(spots: readonly T[]): T[] {
  const at = (spot: T): number => (spot.place ? READ.indexOf(spot.place) : READ.length);
  return [...spots].sort((one, other) => at(one) - at(other));
}

/** The spot that lies at one of some places. */
export function spotAt<T extends { readonly id: string }>(view: TableSeen | undefined, spots: readonly T[], places: readonly SpotPlace[]): T | undefined {
  return spots.find((each) => places.some((place) => place === placeOf(view, each.id)));
}

/** Paints the page in the colours of the table's house. */
export function paint(colours: Colours): void {
  const { style } = document.body;
  style.setProperty("--felt", colours.cloth);
  style.setProperty("--felt-deep", colours.deep);
  style.setProperty("--folded", colours.faded);
  style.setProperty("--card-back", colours.back);
}
