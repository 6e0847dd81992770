// The words of the side panel: pays, log, me.

export const PANEL = {
  label: "Pays, log and your session",
  tabs: { pays: "Pays", log: "Log", me: "Me" },
  close: "Close",
} as const;

export const PAYS = {
  posted: "Posted at this table",
  paidOn: (bet: string) => `paid on ${bet}`,
  odds: "How often",
  oneIn: (n: string) => `1 in ${n}`,
  never: "–",
  edge: (percent: string) => `${percent} % house edge`,
  yours: (percent: string) => `${percent} % in your favour`,
  hit: (percent: string) => `wins ${percent} % of the time`,
  prices: "What each bet costs",
  made: "your hand",
  envied: "paid to you",
  meterAt: (money: string) => `With the meter at ${money} and one player.`,
  wait: "Working out the odds…",
  fault: "The odds are not there at this moment.",
  rules: "All the rules",
} as const;

export const LOGGED = {
  copy: "Copy",
  copied: "The log is copied.",
  noCopy: "The browser does not let the page copy.",
  empty: "What happens at the table is written here.",
  round: (n: number) => `Round ${n}`,
  seal: (seal: string) => `Seal ${seal}…`,
  fair: "What is the seal?",
} as const;
