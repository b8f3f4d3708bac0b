import type { Row } from "./workbook.ts";

export const nameOf = ({ cells }: Row): string => cells.get("name") ?? "";

/** Returns `start=1 end=5 step=1` of the column `parameters` by name. */
export function parametersOf({ cells }: Row): Map<string, string> {
  const pairs = (cells.get("parameters") ?? "").matchAll(/([a-z_-]+)\s*=\s*([^\s,;]+)/gi);
  return new Map(Array.from(pairs, ([, name = "", value = ""]) => [name.toLowerCase(), value]));
}

/** As in pyxform, a default is an expression if it names a question, calls a function or calculates. */
export const isComputed = /\$\{|[\w-]\(|^\d+(?:\.\d+)?\s*(?:[+*]|-\s|div\b|mod\b)/;
