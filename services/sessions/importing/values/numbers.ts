import { isKept } from "../../../../shared/domain/longNumbers.ts";

/** Numbers as files of any locale write them (wants §25, Values). */

/** How the numbers of a column are written, as far as its cells say. */
export interface NumberStyle {
  /** a cell has a decimal comma, or points between thousands */
  comma: boolean;
  /** a cell has a decimal point, or commas between thousands */
  point: boolean;
}

export const newNumberStyle = (): NumberStyle => ({ comma: false, point: false });

/** A finite number; `several` if it can be two; `long` if it would be another one; null for other texts. */
export type ReadNumber = number | "several" | "long" | null;

const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** `1.234`: a decimal point, or thousands */
const pointThousand = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
const commaThousand = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const decimalComma = /^[+-]?(?:\d+,\d*|,\d+|\d{1,3}(?:\.\d{3})+,\d*)$/;
const pointThousands = /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/;
const commaThousands = /^[+-]?(?:\d{1,3}(?:,\d{3})+\.\d*|\d{1,3}(?:,\d{3}){2,})$/;
/** `1 234,5` and `1’234.5` */
const spacedThousands = /^([+-]?\d{1,3})((?:[ '’]\d{3})+)([.,]\d*)?$/;

/** Longer texts aren't numbers. */
const lengthLimit = 100;

/** Notes what a cell says of its column. */
export function observeNumber(style: NumberStyle, cell: string, units: readonly string[]): void {
  const text = bare(cell, units);
  if (text === null || (style.comma && style.point)) return;
  if (commaThousand.test(text) || pointThousand.test(text)) return;
  if (decimalComma.test(text) || pointThousands.test(text)) style.comma = true;
  else if (commaThousands.test(text) || (plain.test(text) && text.includes("."))) style.point = true;
}

/** Reads a number, without the question's unit, as its column is written. */
export function readNumber(cell: string, units: readonly string[], { comma, point }: NumberStyle): ReadNumber {
  const text = bare(cell, units);
  if (text === null) return null;
  if (pointThousand.test(text)) {
    if (comma) return point ? "several" : finite(text.replaceAll(".", ""));
    return finite(text);
  }
  if (commaThousand.test(text)) {
    if (comma === point) return "several";
    return finite(comma ? text.replace(",", ".") : text.replace(",", ""));
  }
  if (plain.test(text)) return finite(text);
  if (decimalComma.test(text)) return finite(text.replaceAll(".", "").replace(",", "."));
  if (pointThousands.test(text)) return finite(text.replaceAll(".", ""));
  return commaThousands.test(text) ? finite(text.replaceAll(",", "")) : null;
}

const finite = (text: string): number | "long" | null => {
  const number = Number(text);
  if (!Number.isFinite(number)) return null;
  // + 0 converts -0
  return isKept(text) ? number + 0 : "long";
};

/** Returns a number without its unit and the blanks between thousands. Null for a text that is too long for one. */
function bare(cell: string, units: readonly string[]): string | null {
  if (cell.length > lengthLimit) return null;
  const text = withoutUnit(cell.normalize("NFC").replace(/\s/g, " ").trim(), units).replace(/^[\u2212\u2013]/, "-");
  const parts = spacedThousands.exec(text);
  return parts ? `${parts[1]}${parts[2]?.replace(/\D/g, "")}${parts[3] ?? ""}` : text;
}

function withoutUnit(text: string, units: readonly string[]): string {
  const lower = text.toLowerCase();
  for (const given of units) {
    const unit = given.normalize("NFC").trim().toLowerCase();
    if (unit === "" || unit.length >= lower.length) continue;
    if (lower.endsWith(unit)) return text.slice(0, -unit.length).trim();
    if (lower.startsWith(unit)) return text.slice(unit.length).trim();
  }
  return text;
}
