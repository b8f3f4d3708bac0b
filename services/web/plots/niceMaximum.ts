/** The next of 1, 2, 5, 10, 20 … at or over `value`: where an axis of counts ends well. 1 at least. */
export function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value;
}
