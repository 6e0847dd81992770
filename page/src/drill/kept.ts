// What a guest's browser remembers of drills: how many there were at each house, and the hands that were missed. For
// people with a name the server keeps them.

export interface Missed {
  /** As the API takes a hand: "Kd9c2s-Kh". */
  hand: string;
  step: number;
  /** The number of the drill it comes back in. */
  due: number;
}

export interface Remembered {
  drills: number;
  missed: Missed[];
}

export interface Choices {
  clock: boolean;
  retry: boolean;
}

interface Place {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

const MOST = 50; // hands at one house

export function handText(cards: readonly string[], up: readonly string[]): string {
  const order = "23456789TJQKA";
  const suits = "cdhs";
  const high = [...cards].sort((a, b) => order.indexOf(b[0] ?? "") - order.indexOf(a[0] ?? "") || suits.indexOf(b[1] ?? "") - suits.indexOf(a[1] ?? ""));
  return high.join("") + (up.length ? `-${up.join("")}` : "");
}

function read<T extends object>(place: Place, key: string, first: T): T {
  try {
    return { ...first, ...(JSON.parse(place.getItem(key) ?? "{}") as Partial<T>) };
  } catch {
    return first; // a browser that keeps nothing, or something else
  }
}

function write(place: Place, key: string, value: object): void {
  try {
    place.setItem(key, JSON.stringify(value));
  } catch {
    // remembered until the page is closed
  }
}

export function remembered(place: Place, house: string): Remembered {
  return read(place, `pitboss.drill.${house}`, { drills: 0, missed: [] });
}

/** After an answer: a step is where the hand stands now, null when it need not come back. */
export function remember(place: Place, house: string, number: number, hand: string, step: number | null, intervals: readonly number[]): void {
  const before = remembered(place, house);
  const others = before.missed.filter((each) => each.hand !== hand);
  const missed = step === null ? others : [...others, { hand, step, due: number + (intervals[step] ?? 1) }];
  write(place, `pitboss.drill.${house}`, { drills: Math.max(before.drills, number), missed: missed.slice(-MOST) });
}

/** The missed hands to ask for: all of them for a review, else those whose drill has come. */
export function dueHands(kept: Remembered, all: boolean): Missed[] {
  return kept.missed.filter((each) => all || each.due <= kept.drills + 1);
}

export function choices(place: Place): Choices {
  return read(place, "pitboss.drill", { clock: false, retry: false });
}

export function choose(place: Place, change: Partial<Choices>): void {
  write(place, "pitboss.drill", { ...choices(place), ...change });
}
