/** Formats that the builder's keys and bar add to a selection (wants §21.1). */
export type Format = "bold" | "italic" | "link";

/** A replacement of a part of a text, and what is selected after it. */
export interface Formatted {
  from: number;
  to: number;
  text: string;
  /** offsets in the whole text */
  selected: [number, number];
}

const signs = { bold: "**", italic: "*" };
const newAddress = "https://";

/** Returns what a format does to a selection. Formatting it again removes the format. */
export function formatted(text: string, [start, end]: readonly [number, number], format: Format): Formatted {
  // emphasis neither begins nor ends with a space
  const [, before = "", inner = ""] = /^(\s*)(.*?)\s*$/s.exec(text.slice(start, end)) ?? [];
  const from = start + before.length;
  const to = from + inner.length;
  if (format === "link") return linked(from, to, inner);
  const sign = signs[format];
  const isAround = starsBefore(text, from) === starsAfter(text, to) && has(starsBefore(text, from), sign);
  if (isAround) {
    const [outerFrom, outerTo] = [from - sign.length, to + sign.length];
    return { from: outerFrom, to: outerTo, text: inner, selected: [outerFrom, outerFrom + inner.length] };
  }
  const [first, last] = [starsAfter(inner, 0), starsBefore(inner, inner.length)];
  if (inner.length > 2 * sign.length && first === last && has(first, sign)) {
    const bare = inner.slice(sign.length, -sign.length);
    return { from, to, text: bare, selected: [from, from + bare.length] };
  }
  const at = from + sign.length;
  return { from, to, text: sign + inner + sign, selected: [at, at + inner.length] };
}

/** Three stars are both. */
const has = (stars: number, sign: string): boolean => (sign === "**" ? stars >= 2 : stars === 1 || stars >= 3);

/** The address is selected, to be typed. A selected address becomes its own text. */
function linked(from: number, to: number, inner: string): Formatted {
  const isAddress = /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(inner);
  const address = isAddress ? inner : newAddress;
  const text = `[${inner}](${address})`;
  if (inner === "") return { from, to, text, selected: [from + 1, from + 1] };
  const at = from + inner.length + 3;
  return { from, to, text, selected: [at, at + address.length] };
}

function starsBefore(text: string, at: number): number {
  let count = 0;
  while (text[at - 1 - count] === "*") count += 1;
  return count;
}

function starsAfter(text: string, at: number): number {
  let count = 0;
  while (text[at + count] === "*") count += 1;
  return count;
}
