// Money is whole cents; this is how it is written.

const whole = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** "$15", "$0.50", "−$15". */
export function dollars(cents: number): string {
  const text = (cents % 100 === 0 ? whole : exact).format(Math.abs(cents) / 100);
  return cents < 0 ? `−${text}` : text;
}

/** "+$15", "−$15", "$0": a result. */
export function signed(cents: number): string {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}
