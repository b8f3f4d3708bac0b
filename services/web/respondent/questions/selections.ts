import type { Json } from "../../../../shared/domain/graph/types.ts";

/** Several values chosen at once, of which some stand alone; at most one is other text, which comes last. */
export interface Choices {
  /** The values of the options in their order. */
  values: readonly string[];
  exclusive: ReadonlySet<string>;
  /** How many can be chosen together, other text included. */
  max: number;
}

/** The texts of an answer; of what is no array, none. */
export function textsOf(value: Json): string[] {
  return Array.isArray(value) ? value.filter((it) => typeof it === "string") : [];
}

/** The other text of an answer; null: none was begun. */
export function otherTextOf(chosen: readonly string[], values: readonly string[]): string | null {
  return chosen.find((it) => !values.includes(it)) ?? null;
}

/** Can this option be chosen now, or is the limit reached? What is chosen can always be given up. */
export function canToggle(chosen: readonly string[], value: string, { exclusive, max }: Choices): boolean {
  if (chosen.includes(value) || exclusive.has(value)) return true;
  return together(chosen, exclusive) < max;
}

/** An option chosen, or given up: an exclusive one takes the place of all others, and any other takes its place. */
export function toggled(chosen: readonly string[], value: string, choices: Choices): string[] {
  if (chosen.includes(value)) return chosen.filter((it) => it !== value);
  if (!canToggle(chosen, value, choices)) return [...chosen];
  if (choices.exclusive.has(value)) return [value];
  return inOrder([...withoutExclusive(chosen, choices.exclusive), value], choices.values);
}

/** The other text begun (""), changed, or given up (null). */
export function withOtherText(chosen: readonly string[], text: string | null, choices: Choices): string[] {
  const options = chosen.filter((it) => choices.values.includes(it));
  if (text === null) return options;
  return [...withoutExclusive(options, choices.exclusive), text];
}

export function together(chosen: readonly string[], exclusive: ReadonlySet<string>): number {
  return withoutExclusive(chosen, exclusive).length;
}

function withoutExclusive(chosen: readonly string[], exclusive: ReadonlySet<string>): string[] {
  return chosen.filter((it) => !exclusive.has(it));
}

/** As the options stand, so that the same choice is the same answer whatever was clicked first. */
function inOrder(chosen: readonly string[], values: readonly string[]): string[] {
  const place = (it: string) => (values.includes(it) ? values.indexOf(it) : values.length);
  return [...chosen].sort((a, b) => place(a) - place(b));
}
