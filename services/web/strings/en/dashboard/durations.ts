/** Whole seconds as a person says them: the two largest units. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joined(minutes, "min", seconds % 60, "s");
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return joined(hours, "h", minutes % 60, "min");
  const days = Math.floor(hours / 24);
  return joined(days, days === 1 ? "day" : "days", hours % 24, "h");
}

const joined = (large: number, unit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
