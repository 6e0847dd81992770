// Colours and type of the drawings. They stand in the drawing itself, so that a picture of it looks the same.

export const INK = {
  ink: "#1b2023",
  muted: "#5a6266",
  line: "#d9d3c4",
  faint: "#ece7da",
  house: "#8c2f39", // costs the player
  player: "#0e5a48", // in the player's favour
  was: "#b9ad8f",
  bands: ["#d5e5df", "#a9cdc1", "#6fac9a"],
  mean: "#7a5a12",
  ruin: "#8c2f39",
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
