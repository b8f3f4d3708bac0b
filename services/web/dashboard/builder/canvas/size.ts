/** Measures of a card at zoom 1, in px. canvas.module.css repeats them, so nothing has to be measured. */
export const cardWidth = 256;
export const columnGap = 60;
export const rowGap = 40;
const border = 1;
const padding = 12;
const typeLine = 18;
const titleGap = 2;
const titleLine = 20;
export const rowHeight = 32;
const conditionLine = 26;
/** Space between a page's frame and its cards, and above them for its title. */
export const framePadding = 14;
export const frameHead = 44;
/** Between the cards of a page, which are below each other. */
export const pageGap = 24;

export interface Position {
  x: number;
  y: number;
}
/** By the id of a node. */
export type Positions = ReadonlyMap<string, Position>;

/** The parts that a card's height depends on. */
export interface Parts {
  titleLines: 1 | 2;
  /** a line below the title */
  shownIf: string | null;
  rows: readonly unknown[];
}

/** Width of a title's line. */
const lineWidth = 192;
/** Widths of letters in the cards' font, rounded up: the first that matches. */
const letterWidths: readonly [RegExp, number][] = [
  [/[ ijlI]/, 4],
  [/[.,:;'’!|()[\]t]/, 5],
  [/[fr]/, 6],
  [/[acksxzJL?]/, 8],
  [/w/, 12],
  [/[mMW@%&—]/, 15],
  [/\p{Lu}/u, 11],
  [
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\p{Extended_Pictographic}]/u,
    16,
  ],
];
const otherLetter = 9;

/** Returns the lines of a title: longer ones are cut off. */
export function titleLinesOf(title: string): 1 | 2 {
  let width = 0;
  for (const letter of title) {
    width += letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? otherLetter;
    if (width > lineWidth) return 2;
  }
  return 1;
}

const headHeight = ({ titleLines, shownIf }: Parts): number =>
  padding + typeLine + titleGap + titleLines * titleLine + padding + (shownIf === null ? 0 : conditionLine);

export const heightOf = (parts: Parts): number => 2 * border + headHeight(parts) + parts.rows.length * rowHeight;

/** Returns the distance from the card's top to the middle of a row, where its handle is. */
export const rowMiddle = (parts: Parts, index: number): number =>
  border + headHeight(parts) + (index + 0.5) * rowHeight;

const [farBorder, farPadding, farLine] = [6, 6, 34];
/** Returns how many lines of a large title fit into a card. */
export const farLines = (height: number): number =>
  Math.max(1, Math.floor((height - 2 * farBorder - farPadding) / farLine));

/** Edges enter a card, and new rules leave it, in the middle of its icon. */
export const headMiddle = border + padding + 14;
