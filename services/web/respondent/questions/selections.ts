import type { Json } from "../../../../shared/domain/graph/types.ts";

/** Several chosen values. Exclusive ones stand alone. At most one is the text of "Other", which comes last. */
export interface Choices {
  /** Values of the options in order. */
  values: readonly string[];
  exclusive: ReadonlySet<string>;
  /** Maximum of chosen values, including "Other". */
  max: number;
}

/** Returns the texts of an answer, or none if it isn't an array. */
export function textsOf(value: Json): string[] {
  return Array.isArray(value) ? value.filter((it) => typeof it === "string") : [];
}

/** Returns the text of "Other", or null if it isn't chosen. */
export function otherTextOf(chosen: readonly string[], values: readonly string[]): string | null {
  return chosen.find((it) => !values.includes(it)) ?? null;
}

/** True if this option can be chosen or cleared now. Chosen ones can always be cleared. */
export function canToggle(chosen: readonly string[], value: string, { exclusive, max }: Choices): boolean {
  if (chosen.includes(value) || exclusive.has(value)) return true;
  return together(chosen, exclusive) < max;
}

/** Chooses or clears an option. An exclusive one replaces all others, and any other replaces it. */
export function toggled(chosen: readonly string[], value: string, choices: Choices): string[] {
  if (chosen.includes(value)) return chosen.filter((it) => it !== value);
  if (!canToggle(chosen, value, choices)) return [...chosen];
  if (choices.exclusive.has(value)) return [value];
  return inOrder([...withoutExclusive(chosen, choices.exclusive), value], choices.values);
}

/** Sets the text of "Other". Null clears it. */
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

/** Sorts by the order of the options, so that the click order doesn't matter. */
function inOrder(chosen: readonly string[], values: readonly string[]): string[] {
  const indexOf = (it: string) => (values.includes(it) ? values.indexOf(it) : values.length);
  return [...chosen].sort((a, b) => indexOf(a) - indexOf(b));
}
