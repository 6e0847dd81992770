// What the server says of evenings and leagues, by the names under which the pages speak of it.

import type { components } from "../generated/api.ts";

type Schemas = components["schemas"];

export type Evening = Schemas["EveningShown"];
export type EveningListed = Schemas["EveningListed"];
export type EveningTable = Schemas["EveningTable"];
export type EveningYou = Schemas["EveningYou"];
export type Kind = Evening["kind"];
export type Phase = Evening["phase"];
export type Level = Schemas["LevelShown"];
export type RunningLevel = Schemas["RunningLevel"];
export type Limits = Pick<Level, "low" | "high">;
export type Standing = Schemas["StandingShown"];
export type State = Standing["state"];
export type News = Schemas["NewsShown"];
export type LeagueListed = Schemas["LeagueListed"];
export type EveningAsked = Schemas["EveningAsked"];

/** A level as a host asks for it. */
export type LevelAsked = Pick<Level, "low" | "high" | "rounds" | "minutes">;
