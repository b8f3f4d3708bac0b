import { dayIn, minutesOf } from "../../dates.ts";
import { cellOf, rowsIn } from "../../questions/rows.ts";
import type { Questions } from "../domains.ts";
import { compileCondition, type WalkView } from "../evaluate.ts";
import type { ShownCalculation } from "../shapes/calculation.ts";
import type { Calculation, Json } from "../types.ts";
import { daysBetween } from "./days.ts";
import type { Day, Part, PartOf } from "./expression.ts";
import { combined } from "./operations.ts";
import { parseCalculations } from "./parse.ts";
import { type CompiledCalculation, shownOf } from "./results.ts";
import { decimalIn, known, rounded } from "./rounding.ts";

/** Calculations of a published graph, compiled once per version (features §12). */
export interface CompiledCalculations {
  readonly list: readonly CompiledCalculation[];
  /** Returns a function that computes a calculation's value by its key, each once. Null if unknown. */
  reader(view: WalkView): (key: string) => number | null;
  /** Returns these calculations for an end screen or text. Unknown keys are left out. */
  shown(view: WalkView, keys: Iterable<string>): ShownCalculation[];
}

/** Thrown for what this device or proof can't know. */
export class OnlyServiceKnows extends Error {
  constructor(what: string) {
    super(`only the service knows ${what}`);
  }
}

/** Null if it depends on what only the service knows. */
export function exceptUnknown<T>(evaluate: () => T): T | null {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof OnlyServiceKnows) return null;
    throw error;
  }
}

type Evaluate = (view: WalkView) => number | null;

/** Compiles calculations without errors. Reading a private one of a public graph throws, because only the service knows it. */
export function compileCalculations(list: readonly Calculation[], questions: Questions): CompiledCalculations {
  const parsed = parseCalculations(list);
  const indexes = new Map(parsed.map(({ key, index }) => [key, index]));
  const values = parsed.map(({ value, source }) => compileValue(value, source, questions));
  const compiled: CompiledCalculations = {
    list: list.map(({ key, title = key, bands = [] }) => ({ key, title, bands })),
    reader(view) {
      const found: (number | null | undefined)[] = [];
      const calculation = (key: string): number | null => {
        const index = indexes.get(key) ?? -1;
        const before = found[index];
        if (before !== undefined) return before;
        const value = values[index]?.(seen) ?? null;
        found[index] = value;
        return value;
      };
      const seen = withCalculation(view, calculation);
      return calculation;
    },
    shown: (view, keys) => shownOf(compiled, compiled.reader(view), keys),
  };
  return compiled;
}

/** Keeps the getters of a view, which can throw. */
const withCalculation = (view: WalkView, calculation: WalkView["calculation"]): WalkView =>
  Object.create(view, { calculation: { value: calculation } });

function compileValue(value: Part | null, { is_private, decimals = 2 }: Calculation, questions: Questions): Evaluate {
  if (is_private) {
    return () => {
      throw new OnlyServiceKnows("this calculation");
    };
  }
  if (!value) throw new Error("the calculation is malformed");
  const evaluate = compilePart(value, questions);
  return (view) => {
    const exact = evaluate(view);
    return exact === null ? null : known(rounded(exact, decimals));
  };
}

/** Compiles a part on its own. Its calculations are read from the view. */
export function compilePart(part: Part, questions: Questions): Evaluate {
  const inner = (item: Part) => compilePart(item, questions);
  switch (part.kind) {
    case "list":
    case "pair": {
      const items = part.items.map(inner);
      const combine = combined[part.op];
      const atLeast = part.kind === "list" ? part.at_least : 0;
      return (view) =>
        combine(
          items.map((item) => item(view)),
          atLeast,
        );
    }
    case "single": {
      const [item, apply] = [inner(part.item), Math[part.op]];
      return (view) => {
        const value = item(view);
        return value === null ? null : known(apply(value) + 0);
      };
    }
    case "round": {
      const item = inner(part.item);
      return (view) => {
        const value = item(view);
        return value === null ? null : known(rounded(value, part.digits));
      };
    }
    case "if": {
      const matches = compileCondition(part.condition, "", questions);
      const [then, otherwise] = [inner(part.then), inner(part.otherwise)];
      return (view) => (matches(view) ? then(view) : otherwise(view));
    }
    case "days":
      return compileDays(part);
    default:
      return compileLeaf(part);
  }
}

type Leaf = PartOf<"number" | "answer" | "points" | "selected" | "rows" | "hidden" | "calculation" | "total">;

function compileLeaf(part: Leaf): Evaluate {
  switch (part.kind) {
    case "number": {
      const value = known(part.value);
      return () => value;
    }
    case "answer":
      return (view) => numberIn(view.answer(part.node_id));
    case "points":
      return (view) => view.points?.(part.node_id) ?? null;
    case "selected":
      return (view) => countIn(view.answer(part.node_id));
    case "rows": {
      const combine = combined[part.op === "sum_of" ? "sum" : "mean"];
      return (view) =>
        combine(
          rowsIn(view.answer(part.node_id)).map((row) => numberIn(cellOf(row, part.field))),
          part.at_least,
        );
    }
    case "hidden":
      return ({ hidden }) => (Object.hasOwn(hidden, part.key) ? decimalIn(hidden[part.key] ?? "") : null);
    case "calculation":
      return (view) => view.calculation?.(part.key) ?? null;
    case "total":
      return (view) => known(view.score);
  }
}

/** A text here is a time of day, because the calculation fits its questions (meaning.ts). */
function numberIn(answer: Json): number | null {
  if (typeof answer === "string") return minutesOf(answer);
  return typeof answer === "number" ? known(answer) : null;
}
const countIn = (answer: Json): number | null => (Array.isArray(answer) ? answer.length : null);

function compileDays({ unit, from, to }: PartOf<"days">): Evaluate {
  const count = daysBetween[unit];
  return (view) => {
    const [first, last] = [dayOf(from, view), dayOf(to, view)];
    return first === null || last === null ? null : count(first, last);
  };
}

function dayOf(day: Day, view: WalkView): string | null {
  if (day.kind === "fixed") return day.date;
  if (day.kind === "today") return startDay(view);
  const answer = view.answer(day.node_id);
  return typeof answer === "string" ? dayIn(answer) : null;
}

function startDay({ started_on }: WalkView): string {
  if (!started_on) throw new OnlyServiceKnows("when this session started");
  return started_on;
}
