import { isRealDate } from "../../dates.ts";
import type { Fault, Keys } from "../../fault.ts";
import { idPattern } from "../../formats.ts";
import { isObject } from "../../json.ts";
import { expressionDepthLimit } from "../../limits.ts";
import { leavesOf } from "../conditions.ts";
import type { ParsedCondition } from "../parseCondition.ts";
import type { Condition, Reason } from "../types.ts";
import type { DayUnit } from "./days.ts";

/** A part of a calculation's value, parsed (features §12). `path` names it in messages, such as `value.add.0`. */
export type Part = { path: string } & (
  | { kind: "number"; value: number }
  | { kind: "answer" | "points" | "selected"; node_id: string }
  | { kind: "rows"; op: RowsOp; node_id: string; field: string; at_least: number }
  | { kind: "hidden" | "calculation"; key: string }
  | { kind: "total" }
  | { kind: "list"; op: ListOp; items: Part[]; at_least: number }
  | { kind: "pair"; op: PairOp; items: [Part, Part] }
  | { kind: "single"; op: SingleOp; item: Part }
  | { kind: "round"; item: Part; digits: number }
  | { kind: "days"; unit: DayUnit; from: Day; to: Day }
  | { kind: "if"; condition: Condition; then: Part; otherwise: Part }
);
export type PartOf<Kind extends Part["kind"]> = Extract<Part, { kind: Kind }>;

/** A date: an answer, a fixed day, or the day on which the session started. */
export type Day = { path: string } & (
  | { kind: "answer"; node_id: string }
  | { kind: "fixed"; date: string }
  | { kind: "today" }
);

const listOps = ["add", "multiply", "min", "max", "coalesce", "sum", "mean", "count"] as const;
const pairOps = ["subtract", "divide", "mod"] as const;
const singleOps = ["floor", "ceil", "abs"] as const;
const units = ["days", "months", "years"] as const satisfies readonly DayUnit[];
const nodeReads = ["answer", "points", "selected"] as const;

const rowsOps = ["sum_of", "mean_of"] as const;

export type ListOp = (typeof listOps)[number];
export type PairOp = (typeof pairOps)[number];
export type SingleOp = (typeof singleOps)[number];
/** over the rows of a records question (features §18.2) */
export type RowsOp = (typeof rowsOps)[number];

/** Operations that can require a number of known items. */
const withAtLeast: ReadonlySet<string> = new Set(["sum", "mean", "count", ...rowsOps]);
export const operations = [
  ...nodeReads,
  "hidden",
  "calculation",
  "total",
  ...rowsOps,
  ...listOps,
  ...pairOps,
  ...singleOps,
  "round",
  ...units,
  "if",
];

export interface Parsing {
  /** Reports a problem at a place in the calculation. */
  report(at: Keys, reason: Reason): void;
  /** Parses a condition. Published ones need no check. */
  parseCondition(raw: unknown): ParsedCondition;
  /** Adds parts. Returns false if these are too many. */
  count(parts: number): boolean;
}

/** Returns the keys of a part's path. */
export const partKeys = (path: string): string[] => path.split(".");

/** Parses a value and reports what is malformed. Returns null if anything is. `depth` counts the operations around it. */
export function parsePart(raw: unknown, path: string, parsing: Parsing, depth = 0): Part | null {
  const fail = (reason: Reason, at = path): null => {
    parsing.report(partKeys(at), reason);
    return null;
  };
  if (!parsing.count(1)) return null;
  if (typeof raw === "number") return { path, kind: "number", value: raw };
  if (!isObject(raw)) return fail({ kind: "part_invalid" });
  const { at_least: atLeast, ...rest } = raw;
  const [op = "", ...others] = Object.keys(rest);
  if (others.length > 0) return fail({ kind: "operations_several", known: [op, ...others].slice(0, 10) });
  if (!operations.includes(op)) return fail({ kind: "operation_unknown", allowed: operations });
  const at = `${path}.${op}`;
  const operand = rest[op];
  if (atLeast !== undefined && !withAtLeast.has(op)) return fail({ kind: "unknown_field" }, `${path}.at_least`);
  if (atLeast !== undefined && !(Number.isSafeInteger(atLeast) && Number(atLeast) >= 0))
    return fail({ kind: "whole_needed", minimum: 0 }, `${path}.at_least`);
  const leaf = parseLeaf(op, operand);
  if (leaf) return "wrong" in leaf ? fail({ kind: leaf.wrong }, at) : ({ path, ...leaf } as Part);
  if (isOneOf(rowsOps, op)) return parseRows({ op, operand, path, at_least: Number(atLeast ?? 0) }, fail);
  if (depth >= expressionDepthLimit) return fail({ kind: "parts_too_deep", limit: expressionDepthLimit });
  return parseOperation({ op, operand, path, at_least: Number(atLeast ?? 0) }, parsing, depth);
}

/** Returns a part without inner parts, what is wrong if it is malformed, or null for other operations. */
function parseLeaf(op: string, operand: unknown) {
  if (isOneOf(nodeReads, op)) return isId(operand) ? { kind: op, node_id: operand } : wrong("node_id_needed");
  if (op === "hidden" || op === "calculation") return isId(operand) ? { kind: op, key: operand } : wrong("key_needed");
  if (op === "total") return operand === true ? { kind: op } : wrong("true_needed");
  return null;
}

const wrong = (kind: "node_id_needed" | "key_needed" | "true_needed") => ({ wrong: kind });

/** Parses a sum or mean of a field over the rows of an answer. */
function parseRows(
  { op, operand, path, at_least }: Operation & { op: RowsOp },
  fail: (reason: Reason, at: string) => null,
): PartOf<"rows"> | null {
  const at = `${path}.${op}`;
  const { node, field, ...others } = isObject(operand) ? operand : {};
  const [unknown] = Object.keys(others);
  if (!isId(node)) return fail({ kind: "node_id_needed" }, `${at}.node`);
  if (!isId(field)) return fail({ kind: "key_needed" }, `${at}.field`);
  if (unknown !== undefined) return fail({ kind: "unknown_field" }, `${at}.${unknown}`);
  return { path, kind: "rows", op, node_id: node, field, at_least };
}

interface Operation {
  op: string;
  operand: unknown;
  path: string;
  at_least: number;
}

function parseOperation({ op, operand, path, at_least }: Operation, parsing: Parsing, depth: number): Part | null {
  const at = `${path}.${op}`;
  const fail = (reason: Reason): null => {
    parsing.report(partKeys(at), reason);
    return null;
  };
  const inner = (raw: unknown, key?: number) =>
    parsePart(raw, key === undefined ? at : `${at}.${key}`, parsing, depth + 1);
  if (isOneOf(singleOps, op)) {
    const item = inner(operand);
    return item && { path, kind: "single", op, item };
  }
  if (isOneOf(listOps, op)) {
    if (!Array.isArray(operand) || operand.length === 0) return fail({ kind: "parts_missing" });
    const items = parsedAll(operand, inner);
    return items && { path, kind: "list", op, items, at_least };
  }
  const count = op === "if" ? 3 : 2;
  if (!Array.isArray(operand) || operand.length !== count) return fail({ kind: "parts_wrong_count", limit: count });
  if (isOneOf(pairOps, op)) {
    const items = parsedAll(operand, inner);
    return items && { path, kind: "pair", op, items: items as [Part, Part] };
  }
  if (isOneOf(units, op)) return parseDays(op, operand, path, parsing);
  return op === "round" ? parseRound(operand, path, inner, parsing) : parseIf(operand, path, inner, parsing);
}

type Inner = (raw: unknown, key: number) => Part | null;

/** Parses all items, so that each problem is reported. */
function parsedAll(raw: unknown[], inner: Inner): Part[] | null {
  const items = raw.map(inner);
  return items.every((item) => item !== null) ? items : null;
}

/** Maximum digits that rounding keeps or removes. */
const digitLimit = 15;

function parseRound([raw, digits]: unknown[], path: string, inner: Inner, parsing: Parsing): Part | null {
  const item = inner(raw, 0);
  if (Number.isInteger(digits) && Math.abs(Number(digits)) <= digitLimit)
    return item && { path, kind: "round", item, digits: Number(digits) };
  const reason: Reason = { kind: "whole_range_needed", minimum: -digitLimit, maximum: digitLimit };
  parsing.report(partKeys(`${path}.round.1`), reason);
  return null;
}

function parseIf([raw, ...branches]: unknown[], path: string, inner: Inner, parsing: Parsing): Part | null {
  const [then, otherwise] = branches.map((branch, index) => inner(branch, index + 1));
  const parsed = parsing.parseCondition(raw);
  const fault = parsed.ok ? operandsFault(parsed.value) : parsed.fault;
  if (fault) parsing.report([...partKeys(`${path}.if.0`), ...fault.at], fault.reason);
  if (!parsed.ok || fault || !parsing.count(leavesOf(parsed.value).length)) return null;
  return then && otherwise ? { path, kind: "if", condition: parsed.value, then, otherwise } : null;
}

const operandsFault = (condition: Condition): Fault | null =>
  leavesOf(condition).every(({ left }) => left) ? null : { at: [], reason: { kind: "left_needed" } };

function parseDays(unit: DayUnit, [from, to]: unknown[], path: string, parsing: Parsing): Part | null {
  const days = [from, to].map((raw, index) => parseDay(raw, `${path}.${unit}.${index}`, parsing));
  if (!parsing.count(days.length)) return null;
  const [first, last] = days;
  return first && last ? { path, kind: "days", unit, from: first, to: last } : null;
}

function parseDay(raw: unknown, path: string, parsing: Parsing): Day | null {
  if (raw === "today") return { path, kind: "today" };
  if (isRealDate(raw)) return { path, kind: "fixed", date: raw };
  if (isObject(raw) && Object.keys(raw).length === 1 && isId(raw.answer))
    return { path, kind: "answer", node_id: raw.answer };
  parsing.report(partKeys(path), { kind: "day_needed" });
  return null;
}

const id = new RegExp(idPattern);
const isId = (value: unknown): value is string => typeof value === "string" && id.test(value);

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T =>
  (list as readonly string[]).includes(value);

/** Returns the parts that a part consists of. */
export function innerParts(part: Part): Part[] {
  switch (part.kind) {
    case "list":
    case "pair":
      return part.items;
    case "single":
    case "round":
      return [part.item];
    case "if":
      return [part.then, part.otherwise];
    default:
      return [];
  }
}
