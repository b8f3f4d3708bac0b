import { parseLine } from "./parse.ts";
import type { Inline } from "./tree.ts";

/** A part of a description. Items of a list of numbers keep their number as written. */
export type Block = (Paragraph | List) & {
  /** a blank line is before it */
  isApart: boolean;
};

interface Paragraph {
  kind: "paragraph";
  children: Inline[];
}

interface List {
  kind: "bullets" | "numbers";
  items: Item[];
}

interface Item {
  /** such as "- ", as written */
  marker: string;
  children: Inline[];
}

/** Lines of a paragraph, or of each item of a list. */
interface Lines {
  kind: Block["kind"];
  items: { marker: string; lines: string[] }[];
  isApart: boolean;
}

/** Returns the parts of a description: paragraphs by a blank line, and lists by `- ` or `1. ` at the start of a line. */
export function parseBlocks(source: string): Block[] {
  const blocks: Lines[] = [];
  let isAfterBlank = true;
  for (const line of source.split(/\r\n?|\n/)) {
    const isBlank = line.trim() === "";
    if (!isBlank) addLine(blocks, line, isAfterBlank);
    isAfterBlank = isBlank;
  }
  return blocks.map(({ kind, items, isApart }): Block => {
    const parsed = items.map(({ marker, lines }) => ({ marker, children: parseLine(lines.join("\n")) }));
    return kind === "paragraph"
      ? { kind, children: parsed[0]?.children ?? [], isApart }
      : { kind, items: parsed, isApart };
  });
}

function addLine(blocks: Lines[], line: string, isAfterBlank: boolean): void {
  const last = blocks.at(-1);
  const marker = markerOf(line, last);
  const kind = marker === "" ? "paragraph" : marker === "- " ? "bullets" : "numbers";
  const item = { marker, lines: [line.slice(marker.length)] };
  if (kind !== "paragraph" && last?.kind === kind) last.items.push(item);
  else if (kind !== "paragraph" || isAfterBlank || !last)
    blocks.push({ kind, items: [item], isApart: isAfterBlank && blocks.length > 0 });
  // a line below an item belongs to it
  else last.items.at(-1)?.lines.push(line);
}

/** Returns "" without a marker. A list of numbers begins with 1, so that a year at the start of a line stays a year. */
function markerOf(line: string, before: Lines | undefined): string {
  const [marker = ""] = /^(?:- |\d{1,9}\. )(?=\s*\S)/.exec(line) ?? [];
  return marker === "- " || marker === "1. " || before?.kind === "numbers" ? marker : "";
}
