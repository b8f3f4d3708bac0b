/**
 * A text with recalls (`Why {{answer:rating}}?`) as it is edited: `Why @How was it??`, where each recall is one chip. All
 * offsets are in UTF-16 units, as a field counts them.
 */
export interface Shown {
  text: string;
  chips: Chip[];
}

/** A recall as it is shown: `shown` begins at `start` of the shown text, `stored` at `storedStart` of the stored one. */
export interface Chip {
  start: number;
  shown: string;
  storedStart: number;
  stored: string;
}

/** What a chip says: the name of a question or hidden field. */
export type NameOf = (kind: "answer" | "hidden", name: string) => string;

export const recallOf = (kind: "answer" | "hidden", name: string): string => `{{${kind}:${name}}}`;

export function shownOf(stored: string, nameOf: NameOf): Shown {
  const chips: Chip[] = [];
  let text = "";
  let end = 0;
  for (const { 0: recall, 1: kind, 2: name = "", index } of stored.matchAll(/\{\{(answer|hidden):([^{}]*)\}\}/g)) {
    text += stored.slice(end, index);
    const shown = `@${nameOf(kind as "answer" | "hidden", name)}`;
    chips.push({ start: text.length, shown, storedStart: index, stored: recall });
    text += shown;
    end = index + recall.length;
  }
  return { text: text + stored.slice(end), chips };
}

const endOf = ({ start, shown }: Chip): number => start + shown.length;

/** A place in the shown text as one in the stored text; inside a chip, behind it. */
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

/** The stored text of a part of the shown one, as it is copied. */
export const storedSlice = (stored: string, shown: Shown, from: number, to: number): string =>
  stored.slice(storedOffset(shown, from), storedOffset(shown, to));

export interface Edited {
  stored: string;
  /** where writing goes on, in the stored text */
  caret: number;
}

/**
 * The stored text after the field has become `next`, with the caret at `caret`. A chip goes as a whole: deleting its last
 * letter removes it. `anchor` is where the selection began before the edit.
 */
export function edited(stored: string, shown: Shown, next: string, caret: number, anchor: number): Edited {
  const { start, end, inserted } = changedRange(shown.text, next, caret, anchor);
  const isInsertion = start === end;
  const cut = shown.chips.filter((chip) => (isInsertion ? false : chip.start < end && start < endOf(chip)));
  const from = storedOffset(shown, Math.min(start, ...cut.map((chip) => chip.start)));
  const to = storedOffset(shown, Math.max(end, ...cut.map(endOf)));
  return { stored: stored.slice(0, from) + inserted + stored.slice(to), caret: from + inserted.length };
}

/** What was replaced by what. */
function changedRange(before: string, next: string, caret: number, anchor: number) {
  const start = Math.min(anchor, caret);
  const end = before.length - (next.length - caret);
  const isSo =
    start <= end && before.slice(0, start) === next.slice(0, start) && before.slice(end) === next.slice(caret);
  if (isSo) return { start, end, inserted: next.slice(start, caret) };
  // whatever has edited it otherwise, such as a spelling correction or a test: what differs
  let same = 0;
  while (same < Math.min(before.length, next.length) && before[same] === next[same]) same += 1;
  let tail = 0;
  while (tail < Math.min(before.length, next.length) - same && before.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
  return { start: same, end: before.length - tail, inserted: next.slice(same, next.length - tail) };
}

/** A selection with no end inside a chip; a caret leaves it in the direction in which it moved. */
export function snapped({ chips }: Shown, [from, to]: readonly [number, number], before: number): [number, number] {
  const at = (offset: number) => chips.find((chip) => chip.start < offset && offset < endOf(chip));
  if (from !== to) return [at(from)?.start ?? from, endIn(at(to)) ?? to];
  const chip = at(from);
  if (!chip) return [from, to];
  const place = before <= chip.start ? endOf(chip) : before >= endOf(chip) ? chip.start : endOf(chip);
  return [place, place];
}

const endIn = (chip: Chip | undefined): number | undefined => chip && endOf(chip);

/** Does an `@` typed there ask for an answer? Inside a word it is part of an address. */
export const asksForRecall = (text: string, caret: number): boolean =>
  text[caret - 1] === "@" && (caret === 1 || /[\s(["'“‘«¿¡]/.test(text[caret - 2] ?? ""));
