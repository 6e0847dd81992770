// What is looked at in the Lab. The whole of it is in the address: a link shows the same, the back button goes back.

export interface LabState {
  readonly house: string;
  /** Keys of the sheet that are changed, as `--set` takes them. */
  readonly sets: ReadonlyMap<string, string>;
  readonly players: number;
  /** Cents; null: at its reset. */
  readonly meter: number | null;
  readonly strategy: string;
  /** The rank of up card whose grid is shown. */
  readonly up: string;
  /** The cell of the chart that is open. */
  readonly cell: string;
  /** The explored hand, and the dealer's cards that show. */
  readonly cards: readonly string[];
  readonly shown: readonly string[];
  /** The sitting: wagers and money in cents; no wager is the first bet of the house. */
  readonly bets: ReadonlyMap<string, number>;
  readonly bankroll: number;
  readonly rounds: number;
  readonly stopWin: number | null;
  readonly stopLoss: number | null;
  /** The bankroll: rounds an hour, and a rebate on losses in per cent. */
  readonly pace: number;
  readonly rebate: number | null;
  /** The table's risk: whether it is asked for, rounds an hour, hours a day. */
  readonly risk: boolean;
  readonly tablePace: number;
  readonly hours: number;
  /** Houses beside this one. */
  readonly beside: readonly string[];
}

export function freshState(house: string): LabState {
  return {
    house, sets: new Map(), players: 1, meter: null, strategy: "optimal", up: "", cell: "", cards: [], shown: [],
    bets: new Map(), bankroll: 50_000, rounds: 500, stopWin: null, stopLoss: null,
    pace: 60, rebate: null, risk: false, tablePace: 40, hours: 20, beside: [],
  };
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** "pays.pair_plus.lines.straight=7 to 1" in two. */
export function readSet(text: string): [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** A value of the sheet as people read it: "three of a kind", "2, 3". */
export function shownValue(text: string): string {
  return text.replaceAll("_", " ").replace(/^\[(.*)\]$/, "$1");
}

/** "Qs 6h 4d", "qs6h4d" or "10s,9c": cards as far as they can be read; the server judges the rest. */
export function readCards(text: string): string[] {
  const found = text.replace(/10/g, "T").match(/[2-9tjqka][cdhs]/gi) ?? [];
  return [...new Set(found.map((face) => (face[0] ?? "").toUpperCase() + (face[1] ?? "").toLowerCase()))];
}

function readBets(text: string | null): ReadonlyMap<string, number> {
  const found = (text ?? "").split(",").map(readSet).flatMap(([id, cents]) => {
    const amount = whole(cents);
    return id !== "" && amount ? [[id, amount] as const] : [];
  });
  return new Map(found);
}

/** What is bet: as chosen, else the first bet of the house. */
export function betsOf(state: LabState, first: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return state.bets.size > 0 ? state.bets : new Map(Object.entries(first));
}

export function betsText(bets: ReadonlyMap<string, number>): string {
  return [...bets].map(([id, cents]) => `${id}=${cents}`).join(",");
}

export function readState(house: string, query: string): LabState {
  const asked = new URLSearchParams(query);
  const first = freshState(house);
  return {
    house,
    sets: new Map(asked.getAll("set").map(readSet)),
    players: whole(asked.get("players")) ?? first.players,
    meter: whole(asked.get("meter")),
    strategy: asked.get("strategy") || first.strategy,
    up: asked.get("up") ?? "",
    cell: asked.get("cell") ?? "",
    cards: readCards(asked.get("cards") ?? ""),
    shown: readCards(asked.get("shown") ?? ""),
    bets: readBets(asked.get("bets")),
    bankroll: whole(asked.get("bankroll")) ?? first.bankroll,
    rounds: whole(asked.get("rounds")) ?? first.rounds,
    stopWin: whole(asked.get("stop_win")),
    stopLoss: whole(asked.get("stop_loss")),
    pace: whole(asked.get("pace")) || first.pace,
    rebate: whole(asked.get("rebate")) || null,
    risk: asked.get("risk") === "1",
    tablePace: whole(asked.get("table_pace")) || first.tablePace,
    hours: whole(asked.get("hours")) || first.hours,
    beside: asked.getAll("beside"),
  };
}

/** The what-if alone, as every call takes it. */
export function whatIfQuery(state: LabState): URLSearchParams {
  const query = new URLSearchParams();
  for (const [key, value] of state.sets) query.append("set", `${key}=${value}`);
  if (state.players !== 1) query.set("players", String(state.players));
  if (state.meter !== null) query.set("meter", String(state.meter));
  if (state.strategy !== "optimal") query.set("strategy", state.strategy);
  return query;
}

/** The address of the page; what is as at first is left out. */
export function addressOf(state: LabState): string {
  const query = whatIfQuery(state);
  const first = freshState(state.house);
  if (state.up) query.set("up", state.up);
  if (state.cell) query.set("cell", state.cell);
  if (state.cards.length > 0) query.set("cards", state.cards.join(" "));
  if (state.shown.length > 0) query.set("shown", state.shown.join(" "));
  if (betsText(state.bets) !== betsText(first.bets)) query.set("bets", betsText(state.bets));
  if (state.bankroll !== first.bankroll) query.set("bankroll", String(state.bankroll));
  if (state.rounds !== first.rounds) query.set("rounds", String(state.rounds));
  if (state.stopWin !== null) query.set("stop_win", String(state.stopWin));
  if (state.stopLoss !== null) query.set("stop_loss", String(state.stopLoss));
  if (state.pace !== first.pace) query.set("pace", String(state.pace));
  if (state.rebate !== null) query.set("rebate", String(state.rebate));
  if (state.risk) query.set("risk", "1");
  if (state.tablePace !== first.tablePace) query.set("table_pace", String(state.tablePace));
  if (state.hours !== first.hours) query.set("hours", String(state.hours));
  for (const each of state.beside) query.append("beside", each);
  const text = query.toString();
  return `/lab/${state.house}${text ? `?${text}` : ""}`;
}
