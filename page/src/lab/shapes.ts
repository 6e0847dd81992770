// What the server answers, under the names that the page uses.

import type { components } from "../generated/api.ts";

type Schemas = components["schemas"];

export type Overview = Schemas["Overview"];
export type LabWager = Schemas["LabWager"];
export type Knob = Schemas["Knob"];
export type Explained = Schemas["Explained"];
export type Chart = Schemas["Chart"];
export type Cell = Schemas["Cell"];
export type CellHands = Schemas["CellHands"];
export type ExploredHand = Schemas["ExploredHand"];
export type Sitting = Schemas["Sitting"];
export type BankrollPanel = Schemas["BankrollPanel"];
export type TablePanel = Schemas["TablePanel"];
