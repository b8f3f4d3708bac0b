/** A half circle from −100 to 100 in an SVG of 220 × 126. */
const [centerX, centerY, radius] = [110, 110, 92];
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

/** The whole half circle, and its part up to a score. */
export const scaleArc = arc(0, 1);
export const scoreArc = (score: number): string => arc(0, (score + 100) / 200);
