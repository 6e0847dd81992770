// The meter of a settlement: micro-cents as digits, for they may pass what a number holds exactly.

export interface PaidMeter {
  before: string;
  fed: string;
  after: string;
}

/** Whether something was paid out of the meter. */
export function isMeterPaid({ before, fed, after }: PaidMeter): boolean {
  return BigInt(after) < BigInt(before) + BigInt(fed);
}
