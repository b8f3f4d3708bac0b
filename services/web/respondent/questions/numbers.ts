/** Numbers in the digits of a language, and the steps of a scale. */

/** Formats a number for its field: all digits, without thousands separators or exponents. */
export function numberText(value: number, language: string): string {
  return value.toLocaleString(language, { useGrouping: false, maximumFractionDigits: 20 });
}

/** Returns the steps of a scale, at most `limit` + 1. More aren't shown as buttons. */
export function stepsOf({ min, max, step }: { min: number; max: number; step: number }, limit: number): number[] {
  const places = Math.max(placesOf(min), placesOf(step));
  const steps: number[] = [];
  for (let index = 0; index <= limit; index++) {
    const value = Number((min + index * step).toFixed(places));
    if (value > max) break;
    steps.push(value);
  }
  return steps;
}

/** Returns the digits after the decimal point, as JSON writes the number. */
function placesOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.min(Math.max((digits.split(".")[1] ?? "").length - Number(exponent), 0), 20);
}
