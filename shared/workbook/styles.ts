import type { SaxesParser } from "saxes";
import { localName, xmlParser } from "./xml.ts";

/** How a cell shows its number. */
export type NumberFormat = "date" | "time" | "date and time" | "duration" | null;

/** Returns a parser that adds the number format of each cell style (ECMA-376 part 1 §18.8). */
export function styleReader(formats: NumberFormat[]): SaxesParser {
  const parser = xmlParser();
  const custom = new Map<number, NumberFormat>();
  let isCellStyles = false;
  parser.on("opentag", ({ name: qualified, attributes }) => {
    const name = localName(qualified);
    const id = Number(attributes.numFmtId ?? 0);
    if (name === "numFmt") custom.set(id, formatOf(String(attributes.formatCode ?? "")));
    if (name === "cellXfs") isCellStyles = true;
    if (name === "xf" && isCellStyles) formats.push(custom.get(id) ?? builtIn(id));
  });
  parser.on("closetag", ({ name }) => {
    if (localName(name) === "cellXfs") isCellStyles = false;
  });
  return parser;
}

const between = (id: number, first: number, last: number): boolean => id >= first && id <= last;

/** The formats that have no code in the file, those of East Asian languages too (§18.8.30). */
function builtIn(id: number): NumberFormat {
  if (id === 22) return "date and time";
  if (id === 46) return "duration";
  if (between(id, 18, 21) || between(id, 32, 35) || between(id, 45, 47) || between(id, 55, 56)) return "time";
  return between(id, 14, 17) || between(id, 27, 31) || id === 36 || between(id, 50, 58) ? "date" : null;
}

/** Texts in quotes, colors in brackets and escaped characters aren't parts of a date. `[h]` is hours beyond a day. */
function formatOf(code: string): NumberFormat {
  const plain = code.slice(0, 255).replace(/"[^"]*"|\[(?![hms]+\])[^\]]*\]|[\\_*]./gi, "");
  if (/general/i.test(plain)) return null;
  if (/\[(?:h+|m+|s+)\]/i.test(plain)) return "duration";
  const hasTime = /[hs]/i.test(plain);
  if (/[dy]/i.test(plain)) return hasTime ? "date and time" : "date";
  if (hasTime) return "time";
  return /m/i.test(plain) ? "date" : null;
}
