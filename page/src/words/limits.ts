// Why a limit of one's own keeps somebody from a bet: facts in, sentences out, with times in the reader's own zone.

import { dollars } from "../shared/money.ts";
import { moment } from "../shared/times.ts";

const MINUTE = 60_000;

const minutes = (number: unknown): string => `${number} minute${number === 1 ? "" : "s"}`;

/** A time to wait for, rounded up to the minute. */
const until = (at: unknown): string => moment.format(Math.ceil(Number(at) / MINUTE) * MINUTE);

/** The sentence of a refusal that names a time; undefined of every other. `path` is the field at fault. */
export function limitText(code: string, path: string, values: Readonly<Record<string, unknown>>): string | undefined {
  if (code === "excluded") return path === "until" ? `You are excluded until ${until(values["until"])}; that cannot be shortened` : `You are excluded from play until ${until(values["until"])}`;
  if (code !== "limit") return undefined;
  const again = values["again"] === undefined ? "" : until(values["again"]);
  if (values["which"] === "minutes")
    return `You have played for ${minutes(values["played"])}, and your limit is ${minutes(values["limit"])}. You can bet again at ${again}, after an hour without a bet`;
  const anew = again && `. The limit begins anew at ${again}, after an hour without a bet`;
  const [limit, left] = [dollars(Number(values["limit"])), Number(values["left"])];
  if (left === 0) return `Your loss limit of ${limit} is reached: ${dollars(Number(values["spent"]))} is lost or on the tables${anew}`;
  return `This bet could cost ${dollars(Number(values["more"]))}, and ${dollars(left)} is left of your loss limit of ${limit}${anew}`;
}
