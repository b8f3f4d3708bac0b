/** Measures of a card at zoom 1, in px. canvas.module.css repeats them, so nothing has to be measured. */
export const cardWidth = 256;
export const columnGap = 60;
export const rowGap = 40;
const border = 1;
const padding = 12;
const typeLine = 18;
const titleGap = 2;
const titleLine = 20;
const rowHeight = 32;

export interface Position {
  x: number;
  y: number;
}
/** By the id of a node. */
export type Positions = ReadonlyMap<string, Position>;

/** The parts that a card's height depends on. */
export interface Parts {
  titleLines: 1 | 2;
  rows: readonly unknown[];
}

/** Letters that fit a line of the title; letters of wide scripts count double. */
const lettersOfLine = 25;
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\p{Extended_Pictographic}]/u;

/** Returns the lines of a title: longer ones are cut off. */
export function titleLinesOf(title: string): 1 | 2 {
  if (title.length > 2 * lettersOfLine) return 2;
  const width = [...title].reduce((sum, letter) => sum + (wide.test(letter) ? 2 : 1), 0);
  return width > lettersOfLine ? 2 : 1;
}

const headHeight = ({ titleLines }: Parts): number => padding + typeLine + titleGap + titleLines * titleLine + padding;

export const heightOf = (parts: Parts): number => 2 * border + headHeight(parts) + parts.rows.length * rowHeight;

/** Returns the distance from the card's top to the middle of a row, where its handle is. */
export const rowMiddle = (parts: Parts, index: number): number =>
  border + headHeight(parts) + (index + 0.5) * rowHeight;
/** Edges enter a card, and new rules leave it, in the middle of its icon. */
export const headMiddle = border + padding + 14;
