import type { Fault, Keys } from "../../fault.ts";
import { calculationPartLimit, partLimit } from "../../limits.ts";
import type { Calculation, Condition, Reason } from "../types.ts";
import { type Parsing, type Part, parsePart } from "./expression.ts";

/** A graph's calculation, parsed (features §12). Any part of it can be invalid. */
export interface ParsedCalculation {
  readonly index: number;
  readonly key: string;
  readonly source: Calculation;
  /** null if it is malformed, and for private calculations of a public graph */
  readonly value: Part | null;
  /** Their places start at the calculation. */
  readonly faults: readonly Fault[];
}

/** Parses calculations. Checks their shape, their bands and the number of parts, but nothing about the graph. */
export function parseCalculations(
  list: readonly Calculation[],
  parseCondition: Parsing["parseCondition"] = trusting,
): ParsedCalculation[] {
  const keys = new Set<string>();
  let total = 0;
  return list.map((source, index) => {
    const faults: Fault[] = [];
    const report: Report = (at, reason) => faults.push({ at, reason });
    if (keys.has(source.key)) report(["key"], { kind: "key_repeated", key: source.key });
    keys.add(source.key);
    reportBands(source, report);
    if (!isDecimals(source.decimals)) report(["decimals"], { kind: "whole_range_needed", minimum: 0, maximum: 6 });
    let [parts, isTooLarge] = [0, false];
    const count = (more: number) => {
      parts += more;
      if (!isTooLarge && parts > partLimit) report(["value"], { kind: "parts_too_many", limit: partLimit });
      else if (!isTooLarge && total + parts > calculationPartLimit)
        report(["value"], { kind: "all_parts_too_many", limit: calculationPartLimit });
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

type Report = (at: Keys, reason: Reason) => void;

function partOf({ value, is_private }: Calculation, parsing: Parsing): Part | null {
  if (is_private) return null;
  if (value !== undefined) return parsePart(value, "value", parsing);
  parsing.report(["value"], { kind: "required" });
  return null;
}

const isDecimals = (decimals: number | undefined): boolean =>
  decimals === undefined || (Number.isInteger(decimals) && decimals >= 0 && decimals <= 6);

function reportBands({ bands = [] }: Calculation, report: Report): void {
  const keys = new Set<string>();
  for (const [index, { key, from, to }] of bands.entries()) {
    if (keys.has(key)) report(["bands", index, "key"], { kind: "key_repeated", key });
    keys.add(key);
    if (from > to) report(["bands", index, "from"], { kind: "above_setting", setting: "to", limit: to });
    const overlapped = bands.slice(0, index).find((earlier) => earlier.from <= to && from <= earlier.to);
    if (overlapped) report(["bands", index], { kind: "band_overlap", key: overlapped.key });
  }
}
