// The words of the console's section of people.

import { dollars } from "../shared/money.ts";

export const PEOPLE = {
  search: "Name or id",
  searchMore: "The beginning of a name or of an id is enough. Without one you see who was here last.",
  list: "People",
  nobody: "Nobody is called so.",
  name: "Name",
  funds: "In hand",
  onTables: "On tables",
  granted: "Given by the house",
  lastSeen: "Last here",
  since: "Here since",
  id: "Id",
  kind: "Account",
  guest: "Guest",
  operator: "Operator",
  player: "Player with a name",
  back: "All people",
  money: "Money",
  account: "Every transfer",
  seats: "Where they sit",
  noSeats: "At no table.",
  seatsAt: (numbers: readonly number[]): string => `seat ${numbers.join(", ")}`,
  private: "private table",
  limits: "Limits of play",
  loss: (cents: number | null): string => (cents === null ? "No limit on losses." : `At most ${dollars(cents)} may be lost in a session.`),
  minutes: (minutes: number | null): string => (minutes === null ? "No limit on time." : `At most ${minutes} minutes of play in a session.`),
  excluded: (until: string): string => `Excluded from play until ${until}.`,
  notExcluded: "Not excluded.",
  pending: (count: number): string => (count === 1 ? "A looser limit waits for its day." : `${count} looser limits wait for their day.`),
  sessions: "Browsers and programs",
  noSessions: "Signed in nowhere.",
  sessionsMore: "A known browser is not signed in. It has been, and is not slowed by what strangers try with the name.",
  what: "What",
  made: "Since",
  used: "Last used",
  never: "never",
  acts: "What you can do",
  rounds: "Rounds of this person",
} as const;

/** By the kinds of the server. */
export const SESSION_KINDS: Record<string, string> = { session: "Browser, signed in", bearer: "Program, signed in", device: "Known browser" };

const who = (name: string): string => name;

export const PEOPLE_ACTS = {
  grant: {
    name: "Give play money",
    will: (name: string): string => `The amount goes from the mint to ${who(name)}, who can bet with it at once.`,
    amount: "Amount in dollars",
    notAmount: "Write an amount between $0.01 and $1,000,000, like 50 or 12.50.",
  },
  reset: {
    name: "Make a password link",
    will: (name: string): string =>
      `You get a link that you hand to ${name} yourself. It is good once and for a day; an older one ends. Until it is used the old password is good.`,
    shown: "This link is shown once. Hand it over now: anyone who has it can set the password.",
    link: "Link for another password",
    copy: "Copy the link",
    copied: "Copied.",
    notCopied: "This browser does not copy here: choose the link and copy it.",
    code: "The same link as a QR code, to be read by a phone",
    once: "The link was shown when this was done first. Make a new one if it is lost.",
  },
  signOut: { name: "Sign out everywhere", will: (name: string): string => `Every browser and program of ${name} is signed out. Hands that were dealt are played to their end.` },
  exclude: {
    name: "Exclude from play",
    will: (name: string): string => `${name} goes from all tables and cannot bet until then. It cannot be shortened.`,
    days: "For how many days",
    notDays: "Write a whole number of days, from 1 to 3650.",
  },
  delete: {
    name: "Delete this account",
    will: (name: string): string =>
      `The name, password, limits, sessions and progress of ${name} are erased, and money in hand goes back to the mint. Rounds stay, without the name. It cannot be undone.`,
    again: (name: string): string => `Write “${name}” to say it a second time`,
    notAgain: "The name is not written as it stands above. Nothing was deleted.",
  },
} as const;
