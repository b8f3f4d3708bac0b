/** The measures of a box on the canvas, px at zoom 1; canvas.module.css has the same. */
export const boxWidth = 272;
export const padding = 12;
const typeLine = 20;
const titleLine = 22;
const optionLine = 20;
const rowHeight = 32;
const border = 1;

/** What of a box takes room. */
export interface Parts {
  titleLines: 1 | 2;
  options: readonly string[];
  further: number;
  rows: readonly unknown[];
}

/** As many letters as fit a line of the title beside its padding, the widest scripts counted double. */
const lettersOfLine = 28;
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\p{Extended_Pictographic}]/u;

/** A title has one line or two; what does not fit is cut off by an ellipsis. */
export function titleLinesOf(title: string): 1 | 2 {
  if (title.length > 2 * lettersOfLine) return 2;
  const width = [...title].reduce((sum, letter) => sum + (wide.test(letter) ? 2 : 1), 0);
  return width > lettersOfLine ? 2 : 1;
}

const headHeight = ({ titleLines }: Parts): number => padding + typeLine + titleLines * titleLine + padding;

function optionsHeight({ options, further }: Parts): number {
  const lines = options.length + (further > 0 ? 1 : 0);
  return lines === 0 ? 0 : lines * optionLine + padding;
}

export const heightOf = (parts: Parts): number =>
  2 * border + headHeight(parts) + optionsHeight(parts) + parts.rows.length * rowHeight;

/** Where the handles are, from the box's top: in the middle of their rows. */
export const rowMiddle = (parts: Parts, at: number): number =>
  border + headHeight(parts) + optionsHeight(parts) + (at + 0.5) * rowHeight;
/** Ways into a node, and a new way out of it, are at the line of its type. */
export const headMiddle = border + padding + typeLine / 2;
