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

export const ME = {
  balance: "Balance",
  net: "Net this session",
  time: "Time this session",
  onTables: "On tables",
  guest: "You are a guest: the account is gone when this browser forgets it.",
  keep: "Keep it with a name",
  account: "Account",
  name: "Name and picture",
  history: "My history",
  limits: "My limits",
  limitsMore: "Stricter at once, looser after a day.",
  loss: "Most to lose, in dollars",
  minutes: "Most time, in minutes",
  none: "none",
  set: "Set",
  setDone: "Your limits are set.",
  pending: (what: string, value: string, when: string) => `${what}: ${value} from ${when} on.`,
  lossWord: "Loss",
  minutesWord: "Time",
  minutesValue: (n: number) => `${n} min`,
  away: "When I am away",
  aways: [
    ["away rule", "The table's rule decides"],
    ["away fold", "Fold my hand"],
    ["away optimal", "Play by the exact odds"],
  ] as const,
  broke: "You are out of chips.",
  topUp: "Get free chips",
  toppedUp: (money: string) => `You have ${money} now.`,
  marks: "Voids and platform decisions",
  noMarks: "None so far.",
  mark: (n: number, title: string) => `Round ${n}${title ? `, ${title}` : ""}`,
  isVoid: "void",
  platform: "decided by the platform",
  notices: "The house",
  watching: "You are looking on. Sit down to play: it takes no account.",
} as const;
