// What the form of an evening says, in the shape in which the API takes it.

import { FORM } from "../words/evening-form.ts";
import { cents, levelsFrom, NotFilled, type Row, type Unit, whole } from "./schedule.ts";
import type { EveningAsked, Kind } from "./shapes.ts";

export type Pace = Required<NonNullable<EveningAsked["clock"]>>;

/** An evening as the form asks for it. */
export function eveningAsked(fields: ReadonlyMap<string, string>, rows: readonly Row[], unit: Unit, pace: Pace, id: string): EveningAsked {
  const given = (name: string): string => (fields.get(name) ?? "").trim();
  const maybe = (name: string): number | null => (given(name) === "" ? null : whole(name, given(name), FORM.number));
  const name = given("name");
  if (name === "") throw new NotFilled("name", FORM.noName);
  const kind: Kind = given("kind") === "rounds" ? "rounds" : "freeze_out";
  const chips = cents("chips", given("chips"));
  const rounds = maybe("rounds");
  if (kind === "rounds" && rounds === null) throw new NotFilled("rounds", FORM.noRounds);
  const [chosen, league] = [given("league"), given("new_league")];
  if (chosen === "+" && league === "") throw new NotFilled("new_league", FORM.noLeague);
  return {
    id, name, house: given("house"), kind, chips, rounds,
    levels: levelsFrom(rows, unit),
    late_until: whole("late_until", given("late_until") || "0", FORM.number, 0),
    seats: maybe("seats"),
    clock: pace,
    prizes: given("prizes").split("\n").map((each) => each.trim()).filter(Boolean),
    league: chosen === "+" ? null : chosen || null,
    new_league: chosen === "+" ? league : null,
    private: fields.has("private"),
    bots: whole("bots", given("bots") || "0", FORM.number, 0),
  };
}
