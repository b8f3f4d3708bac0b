/** Whole seconds as people say them: the two largest units. */
export function durationText(seconds: number): string {
  const units: [number, string][] = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  const first = units.findIndex(([value]) => value > 0);
  if (first < 0) return "0 s";
  const largest = units.slice(first, first + 2).filter(([value]) => value > 0);
  return largest.map(([value, unit]) => `${value} ${unit}`).join(" ");
}
