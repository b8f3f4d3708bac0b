import { isObject } from "../../../../../../shared/domain/json.ts";

/** Kinds of parts in groups, as the menu lists them. */
export const kindGroups = {
  values: ["number", "points", "answer", "selected", "sum_of", "mean_of", "calculation", "total", "hidden"],
  math: ["add", "subtract", "multiply", "divide", "mod"],
  lists: ["sum", "mean", "count", "min", "max", "coalesce"],
  rounding: ["round", "floor", "ceil", "abs"],
  dates: ["days", "months", "years"],
  logic: ["if"],
} as const;

export type Kind = (typeof kindGroups)[keyof typeof kindGroups][number];

const kinds: ReadonlySet<string> = new Set(Object.values(kindGroups).flat());
const pairs: ReadonlySet<string> = new Set(["subtract", "divide", "mod"]);
const lists: ReadonlySet<string> = new Set([...kindGroups.lists, "add", "multiply"]);
const counted: ReadonlySet<string> = new Set(["sum", "mean", "count", "sum_of", "mean_of"]);
const alone: ReadonlySet<string> = new Set(["floor", "ceil", "abs"]);

export const isList = (kind: Kind | null): boolean => kind !== null && lists.has(kind);
/** Lists that can require a number of known parts. */
export const hasAtLeast = (kind: Kind | null): boolean => kind !== null && counted.has(kind);
export const isDates = (kind: Kind | null): kind is "days" | "months" | "years" =>
  kind !== null && (kindGroups.dates as readonly string[]).includes(kind);
/** Parts that read a field of all rows of records. */
export const isRows = (kind: Kind | null): kind is "sum_of" | "mean_of" => kind === "sum_of" || kind === "mean_of";
/** Parts that contain others. */
export const isOperation = (kind: Kind): boolean => !(kindGroups.values as readonly string[]).includes(kind);

/** Returns the kind of a part, or null if the editor can't show it. */
export function kindOf(part: unknown): Kind | null {
  if (typeof part === "number") return "number";
  if (!isObject(part)) return null;
  const [kind = "", ...others] = Object.keys(part).filter((key) => key !== "at_least");
  if (others.length > 0 || !kinds.has(kind) || kind === "number") return null;
  return isWhole(kind, part[kind]) ? (kind as Kind) : null;
}

function isWhole(kind: string, operand: unknown): boolean {
  if (kind === "total") return operand === true;
  if (isRows(kind as Kind))
    return isObject(operand) && typeof operand.node === "string" && typeof operand.field === "string";
  if (lists.has(kind)) return Array.isArray(operand);
  if (alone.has(kind)) return true;
  if (isOperation(kind as Kind)) return Array.isArray(operand) && operand.length === (kind === "if" ? 3 : 2);
  return typeof operand === "string";
}

/** A part inside another one. `at` is its index, or null for the only one. */
export interface Inner {
  at: number | null;
  part: unknown;
}

export function innerOf(part: unknown): Inner[] {
  const kind = kindOf(part);
  if (kind === null || !isOperation(kind) || isDates(kind)) return [];
  const operand = (part as Record<string, unknown>)[kind];
  if (!Array.isArray(operand)) return [{ at: null, part: operand }];
  const all = operand.map((one, at) => ({ at, part: one }));
  if (kind === "if") return all.slice(1);
  return kind === "round" ? all.slice(0, 1) : all;
}

type Members = Record<string, unknown>;

/** Sets the operand at an index, or the only one. */
export function withInner(part: unknown, at: number | null, next: unknown): unknown {
  const kind = kindOf(part);
  if (kind === null) return part;
  const operand = (part as Members)[kind];
  return { ...(part as Members), [kind]: at === null || !Array.isArray(operand) ? next : operand.with(at, next) };
}

export function withoutInner(part: unknown, at: number): unknown {
  const kind = kindOf(part);
  const operand = kind && (part as Members)[kind];
  return kind && Array.isArray(operand) ? { ...(part as Members), [kind]: operand.toSpliced(at, 1) } : part;
}

export function withMore(part: unknown): unknown {
  const kind = kindOf(part);
  const operand = kind && (part as Members)[kind];
  return kind && Array.isArray(operand) ? { ...(part as Members), [kind]: [...operand, neutral(kind)] } : part;
}

/** The first thing that a new part of each kind reads. */
export interface Available {
  points: string | undefined;
  answer: string | undefined;
  selected: string | undefined;
  /** `<question>.<field>` */
  rows: string | undefined;
  date: string | undefined;
  hidden: string | undefined;
  calculation: string | undefined;
  condition: unknown;
}

/** Whether the form has something for a part of this kind to read. */
export function canRead(kind: Kind, available: Available): boolean {
  if (kind === "number" || kind === "total" || isOperation(kind)) return true;
  return available[isRows(kind) ? "rows" : (kind as "points")] !== undefined;
}

const neutral = (kind: Kind): number => (kind === "multiply" || kind === "divide" ? 1 : 0);

/** Returns a part of another kind, with the parts inside it. */
export function withKind(part: unknown, kind: Kind, available: Available): unknown {
  const before = kindOf(part);
  if (kind === before) return part;
  const inner = innerOf(part).map((one) => one.part);
  const isNothing = part === 0 || before === null;
  const parts = before !== null && isOperation(before) ? inner : isNothing ? [] : [part];
  const [first, second] = [parts[0] ?? 0, parts[1] ?? neutral(kind)];
  if (isDates(kind)) return { [kind]: isDates(before) ? (part as Members)[before] : datesOf(available) };
  if (isRows(kind)) {
    const operand = isRows(before) ? (part as Members)[before] : fieldOf(available.rows ?? "");
    return { [kind]: operand, ...keptAtLeast(part, kind) };
  }
  if (isList(kind)) return { [kind]: listOf(kind, parts), ...keptAtLeast(part, kind) };
  if (pairs.has(kind)) return { [kind]: [first, second] };
  if (alone.has(kind)) return { [kind]: first };
  if (kind === "round") return { round: [first, 0] };
  if (kind === "if") return { if: [available.condition, parts[0] ?? 1, parts[1] ?? 0] };
  if (kind === "number") return 0;
  return { [kind]: kind === "total" ? true : (available[kind as "points"] ?? "") };
}

/** Reads the value of an option of rows. No ID has a dot. */
export function fieldOf(option: string): { node: string; field: string } {
  const [node = "", field = ""] = option.split(".");
  return { node, field };
}

const datesOf = ({ date }: Available) => [date === undefined ? "today" : { answer: date }, "today"];

/** One operand is of little use where two are combined. */
function listOf(kind: Kind, parts: unknown[]): unknown[] {
  if (parts.length === 0) return [0];
  return parts.length === 1 && (kind === "add" || kind === "multiply") ? [...parts, neutral(kind)] : parts;
}

function keptAtLeast(part: unknown, kind: Kind): { at_least?: unknown } {
  const atLeast = isObject(part) ? part.at_least : undefined;
  return hasAtLeast(kind) && atLeast !== undefined ? { at_least: atLeast } : {};
}
