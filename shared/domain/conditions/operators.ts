export type Family = "text" | "num" | "date" | "one" | "many" | "rank" | "row" | "count";

/** An operator of conditions with its right operand and the answers that it compares (decisions §4.2). */
export interface Operator {
  /**
   * Kind of `right`. nothing: none · value: one text or number · count: one number · pair: inclusive `[low, high]` · list: at least
   * one text or number · pattern: RE2 syntax that matches anywhere in the text
   */
  readonly takes: "nothing" | "value" | "count" | "pair" | "list" | "pattern";
  /** For a ranking or matrix with a `path`, the family of the path's value (`domainAt`). */
  readonly families: readonly Family[];
}

const every: readonly Family[] = ["text", "num", "date", "one", "many", "rank", "row", "count"];

const table = {
  answered: { takes: "nothing", families: every },
  not_answered: { takes: "nothing", families: every },
  eq: { takes: "value", families: ["text", "num", "date", "one"] },
  neq: { takes: "value", families: ["text", "num", "one"] },
  contains: { takes: "value", families: ["text"] },
  not_contains: { takes: "value", families: ["text"] },
  starts_with: { takes: "value", families: ["text"] },
  ends_with: { takes: "value", families: ["text"] },
  matches: { takes: "pattern", families: ["text"] },
  length_gte: { takes: "count", families: ["text"] },
  length_lte: { takes: "count", families: ["text"] },
  gt: { takes: "value", families: ["num"] },
  gte: { takes: "value", families: ["num"] },
  lt: { takes: "value", families: ["num"] },
  lte: { takes: "value", families: ["num"] },
  before: { takes: "value", families: ["date"] },
  after: { takes: "value", families: ["date"] },
  on_or_before: { takes: "value", families: ["date"] },
  on_or_after: { takes: "value", families: ["date"] },
  between: { takes: "pair", families: ["num", "date"] },
  in: { takes: "list", families: ["num", "one"] },
  not_in: { takes: "list", families: ["one"] },
  includes_any: { takes: "list", families: ["many"] },
  includes_all: { takes: "list", families: ["many"] },
  includes_none: { takes: "list", families: ["many"] },
  equals_set: { takes: "list", families: ["many"] },
  count_gte: { takes: "count", families: ["many", "count"] },
  count_lte: { takes: "count", families: ["many", "count"] },
} satisfies Record<string, Operator>;

export type OperatorName = keyof typeof table;
export const operatorNames = Object.keys(table) as OperatorName[];

/** A map, because a draft can contain operator names such as `constructor`. */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>(Object.entries(table));
