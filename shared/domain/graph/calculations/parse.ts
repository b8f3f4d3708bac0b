import { calculationPartLimit, partLimit } from "../../limits.ts";
import type { Calculation, Condition } from "../types.ts";
import { type Parsing, type Part, parsePart } from "./expression.ts";

/** A graph's calculation, parsed (features §12). Any part of it can be invalid. */
export interface ParsedCalculation {
  readonly index: number;
  readonly key: string;
  readonly source: Calculation;
  /** null if it is malformed, and for private calculations of a public graph */
  readonly value: Part | null;
  readonly faults: readonly PathFault[];
}

/** A problem at a path such as `value.add.0`. */
export interface PathFault {
  path: string;
  message: string;
}

/** Parses calculations. Checks their shape, their bands and the number of parts, but nothing about the graph. */
export function parseCalculations(
  list: readonly Calculation[],
  parseCondition: Parsing["parseCondition"] = trusting,
): ParsedCalculation[] {
  const keys = new Set<string>();
  let total = 0;
  return list.map((source, index) => {
    const faults: PathFault[] = [];
    const report = (path: string, message: string) => faults.push({ path, message });
    if (keys.has(source.key)) report("key", `\`${source.key}\` is used twice; keys must be unique`);
    keys.add(source.key);
    reportBands(source, report);
    if (!isDecimals(source.decimals)) report("decimals", "must be a whole number from 0 to 6");
    let [parts, isTooLarge] = [0, false];
    const count = (more: number) => {
      parts += more;
      if (!isTooLarge && parts > partLimit) report("value", `must have at most ${partLimit} parts`);
      else if (!isTooLarge && total + parts > calculationPartLimit) {
        const limit = calculationPartLimit.toLocaleString("en");
        report("value", `all calculations together must have at most ${limit} parts`);
      }
      isTooLarge ||= parts > partLimit || total + parts > calculationPartLimit;
      return !isTooLarge;
    };
    const value = partOf(source, { report, count, parseCondition });
    total += parts;
    return { index, key: source.key, source, value: isTooLarge ? null : value, faults };
  });
}

/** Accepts the condition of a published calculation, without loading the check. */
const trusting: Parsing["parseCondition"] = (raw) => ({ ok: true, value: raw as Condition });

type Report = (path: string, message: string) => void;

function partOf({ value, is_private }: Calculation, parsing: Parsing): Part | null {
  if (is_private) return null;
  if (value !== undefined) return parsePart(value, "value", parsing);
  parsing.report("value", "is required");
  return null;
}

const isDecimals = (decimals: number | undefined): boolean =>
  decimals === undefined || (Number.isInteger(decimals) && decimals >= 0 && decimals <= 6);

function reportBands({ bands = [] }: Calculation, report: Report): void {
  const keys = new Set<string>();
  for (const [index, { key, from, to }] of bands.entries()) {
    if (keys.has(key)) report(`bands.${index}.key`, `\`${key}\` is used twice; keys must be unique`);
    keys.add(key);
    if (from > to) report(`bands.${index}.from`, `must not be more than to (${to})`);
    const overlapped = bands.slice(0, index).find((earlier) => earlier.from <= to && from <= earlier.to);
    if (overlapped) report(`bands.${index}`, `overlaps the band \`${overlapped.key}\``);
  }
}
