import type { RecallKind } from "../../../../../../shared/domain/graph/recallKinds.ts";
import { recallPattern } from "../../../../../../shared/domain/graph/recalls.ts";

/**
 * A text with inserted answers (`Why {{answer:rating}}?`) while it is edited: `Why @How was it??`, with a chip for each. Offsets
 * are in UTF-16 units, like those of a field. A chip is a bidi isolate, so that it stays in one piece in a text of another direction.
 */
export interface Shown {
  text: string;
  chips: Chip[];
}

/** A shown chip. `shown` starts at `start` of the shown text, `stored` at `storedStart` of the stored text. */
export interface Chip {
  start: number;
  shown: string;
  storedStart: number;
  stored: string;
}

/** Returns the text of a chip, such as the name of a question, hidden field or score. */
export type NameOf = (kind: RecallKind, name: string) => string;

export const recallOf = (kind: RecallKind, name: string): string => `{{${kind}:${name}}}`;

export function shownOf(stored: string, nameOf: NameOf): Shown {
  const chips: Chip[] = [];
  let text = "";
  let end = 0;
  for (const { 0: recall, 1: kind, 2: name = "", index } of stored.matchAll(recallPattern)) {
    text += stored.slice(end, index);
    const shown = `\u2068${nameOf(kind as RecallKind, name)}\u2069`;
    chips.push({ start: text.length, shown, storedStart: index, stored: recall });
    text += shown;
    end = index + recall.length;
  }
  return { text: text + stored.slice(end), chips };
}

const endOf = ({ start, shown }: Chip): number => start + shown.length;

/** Returns the stored offset of a shown offset. Inside a chip, its end. */
export function storedOffset({ chips }: Shown, offset: number): number {
  const last = chips.findLast(({ start }) => start < offset);
  if (!last) return offset;
  return last.storedStart + last.stored.length + Math.max(0, offset - endOf(last));
}

/** The reverse. */
export function shownOffset({ chips }: Shown, offset: number): number {
  const last = chips.findLast(({ storedStart }) => storedStart < offset);
  if (!last) return offset;
  return endOf(last) + Math.max(0, offset - last.storedStart - last.stored.length);
}

/** Returns the stored text of a shown range, for copying. */
export const storedSlice = (stored: string, shown: Shown, from: number, to: number): string =>
  stored.slice(storedOffset(shown, from), storedOffset(shown, to));

export interface Edited {
  stored: string;
  /** caret in the stored text */
  caret: number;
}

/**
 * Returns the stored text after the field changed to `next`, with the caret at `caret`. Deleting any letter of a chip removes it
 * whole. `anchor` is the start of the selection before the edit.
 */
export function edited(stored: string, shown: Shown, next: string, caret: number, anchor: number): Edited {
  const { start, end, inserted: added } = changedRange(shown.text, next, caret, anchor);
  const inserted = withChips(added, shown.chips);
  const isInsertion = start === end;
  const cut = shown.chips.filter((chip) => (isInsertion ? false : chip.start < end && start < endOf(chip)));
  const from = storedOffset(shown, Math.min(start, ...cut.map((chip) => chip.start)));
  const to = storedOffset(shown, Math.max(end, ...cut.map(endOf)));
  return { stored: stored.slice(0, from) + inserted + stored.slice(to), caret: from + inserted.length };
}

/** Only chips have them. They are never stored. */
const isolates = /[\u2066-\u2069]/g;

/** Stores chips that the new text has taken over, such as those inside emphasis. */
function withChips(text: string, chips: readonly Chip[]): string {
  const stored = new Map(chips.map((chip) => [chip.shown, chip.stored]));
  return text.replace(/\u2068[^\u2068\u2069]*\u2069/g, (chip) => stored.get(chip) ?? chip).replace(isolates, "");
}

/** The replaced range and its replacement. */
function changedRange(before: string, next: string, caret: number, anchor: number) {
  const start = Math.min(anchor, caret);
  const end = before.length - (next.length - caret);
  const isSo =
    start <= end && before.slice(0, start) === next.slice(0, start) && before.slice(end) === next.slice(caret);
  if (isSo) return { start, end, inserted: next.slice(start, caret) };
  // other edits, such as a spelling correction: the range that differs
  let same = 0;
  while (same < Math.min(before.length, next.length) && before[same] === next[same]) same += 1;
  let tail = 0;
  while (tail < Math.min(before.length, next.length) - same && before.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
  return { start: same, end: before.length - tail, inserted: next.slice(same, next.length - tail) };
}

/** Moves the ends of a selection out of chips. A caret leaves a chip in the direction that it moved. */
export function snapped({ chips }: Shown, [from, to]: readonly [number, number], before: number): [number, number] {
  const at = (offset: number) => chips.find((chip) => chip.start < offset && offset < endOf(chip));
  if (from !== to) return [at(from)?.start ?? from, endIn(at(to)) ?? to];
  const chip = at(from);
  if (!chip) return [from, to];
  const place = before <= chip.start ? endOf(chip) : before >= endOf(chip) ? chip.start : endOf(chip);
  return [place, place];
}

const endIn = (chip: Chip | undefined): number | undefined => chip && endOf(chip);

/** Whether an `@` typed there opens the picker. Inside a word it is part of an address. */
export const asksForRecall = (text: string, caret: number): boolean =>
  text[caret - 1] === "@" && (caret === 1 || /[\s(["'“‘«¿¡]/.test(text[caret - 2] ?? ""));
