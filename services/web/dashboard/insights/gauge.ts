/** A half circle from −100 to 100 in an SVG of 220 × 126. */
const [centerX, centerY, radius] = [110, 110, 92];
/** between two arcs */
const gap = 0.015;

/** Returns the point of a score on the half circle. */
export const gaugePoint = (score: number) => pointAt((score + 100) / 200);

/** `share`: 0 at the left end, 1 at the right end. */
function pointAt(share: number) {
  const angle = Math.PI * (1 - share);
  return { x: rounded(centerX + radius * Math.cos(angle)), y: rounded(centerY - radius * Math.sin(angle)) };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

function arc(from: number, to: number): string {
  const [start, end] = [pointAt(from), pointAt(to)];
  return `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${end.x} ${end.y}`;
}

/** Red below 0, amber below 30, green from there on. */
export const gaugeArcs = [
  { group: "detractors", d: arc(0, 0.5 - gap / 2) },
  { group: "passives", d: arc(0.5 + gap / 2, 0.65 - gap / 2) },
  { group: "promoters", d: arc(0.65 + gap / 2, 1) },
] as const;
