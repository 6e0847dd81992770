// Colours and type of the drawings, by day and by night. They stand in the drawing itself: a picture of it, which is
// by itself and therefore by day, looks the same.

export const INK = {
  ink: "light-dark(#1b2023, #e9e6de)",
  muted: "light-dark(#5a6266, #a7adb0)",
  line: "light-dark(#d9d3c4, #3a444a)",
  faint: "light-dark(#ece7da, #2a3237)",
  house: "light-dark(#8c2f39, #f0938c)", // costs the player
  player: "light-dark(#0e5a48, #7fd0b4)", // in the player's favour
  was: "light-dark(#b9ad8f, #8d8266)",
  bands: ["light-dark(#d5e5df, #24453b)", "light-dark(#a9cdc1, #2f6352)", "light-dark(#6fac9a, #4a8d77)"],
  mean: "light-dark(#7a5a12, #d9b45b)",
  ruin: "light-dark(#8c2f39, #f0938c)",
} as const;

export const TYPE = "Inter, system-ui, sans-serif";

/** A round step so that about `parts` of them span a length. */
export function roundStep(span: number, parts: number): number {
  const raw = span / Math.max(1, parts);
  const power = 10 ** Math.floor(Math.log10(raw || 1));
  const lead = raw / power;
  return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 2.5 ? 2.5 : lead <= 5 ? 5 : 10) * power;
}

/** Round values from `low` to `high`, both ends at most one step outside. */
export function ticks(low: number, high: number, parts: number): number[] {
  const step = roundStep(high - low || 1, parts);
  const found: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + step * 1e-9; at += step) found.push(Math.round(at / step) * step + 0);
  return found;
}
