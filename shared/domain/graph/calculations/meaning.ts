import { leavesOf } from "../conditions.ts";
import { typeProblem } from "../conditionTypes.ts";
import type { Questions } from "../domains.ts";
import type { Comparison } from "../types.ts";
import { innerParts, type Part } from "./expression.ts";

/** A problem of a calculation. `path` starts at the calculation. */
export interface CalculationFault {
  code: "bad_calculation" | "condition_ref" | "condition_type";
  path: string;
  message: string;
}

/** The parts of a graph that calculations read. */
export interface Facts {
  /** whether each known node is a screen; null for an unknown type */
  isScreen: ReadonlyMap<string, boolean | null>;
  questions: Questions;
  hidden_fields: ReadonlySet<string>;
}

interface Keys {
  has(key: string): boolean;
}

/** Returns references to unknown parts of the graph, and operands that aren't numbers. */
export function meaningFaults(value: Part, earlier: Keys, all: Keys, facts: Facts): CalculationFault[] {
  const faults: CalculationFault[] = [];
  const visit = (part: Part): void => {
    faults.push(...faultsOf(part, { earlier, all, ...facts }));
    for (const inner of innerParts(part)) visit(inner);
  };
  visit(value);
  return faults;
}

interface Context extends Facts {
  earlier: Keys;
  all: Keys;
}

type Fault = Omit<CalculationFault, "path">;

function faultsOf(part: Part, context: Context): CalculationFault[] {
  const at = (path: string, fault: Fault | null) => (fault ? [{ ...fault, path }] : []);
  switch (part.kind) {
    case "answer":
    case "points":
    case "selected":
      return at(`${part.path}.${part.kind}`, nodeFault(part.node_id, part.kind, context));
    case "hidden":
    case "calculation":
      return at(`${part.path}.${part.kind}`, keyFault(part, context));
    case "days":
      return [part.from, part.to].flatMap((day) =>
        day.kind === "answer" ? at(`${day.path}.answer`, nodeFault(day.node_id, "date", context)) : [],
      );
    case "if":
      return leavesOf(part.condition).flatMap((leaf) => at(`${part.path}.if.0`, comparisonFault(leaf, context)));
    default:
      return [];
  }
}

/** How a part reads a node. */
type Reading = "answer" | "points" | "selected" | "date" | "condition";

function nodeFault(nodeId: string, reading: Reading, { isScreen, questions }: Context): Fault | null {
  if (!isScreen.has(nodeId)) return { code: "condition_ref", message: `node \`${nodeId}\` not found` };
  if (isScreen.get(nodeId)) return { code: "condition_ref", message: `\`${nodeId}\` is a screen and has no answer` };
  const family = questions.get(nodeId)?.domain?.family;
  const fits = wanted[reading];
  if (!family || !fits || fits.families.includes(family)) return null;
  return { code: "condition_type", message: `the answer of \`${nodeId}\` isn't ${fits.what}` };
}

const wanted: Partial<Record<Reading, { families: string[]; what: string }>> = {
  answer: { families: ["num"], what: "a number" },
  date: { families: ["date"], what: "a date" },
  selected: { families: ["many", "rank", "count"], what: "a list of values" },
};

function keyFault({ kind, key }: { kind: "hidden" | "calculation"; key: string }, context: Context): Fault | null {
  if (kind === "hidden") {
    const isDeclared = context.hidden_fields.has(key);
    return isDeclared ? null : { code: "condition_ref", message: `the hidden field \`${key}\` isn't declared` };
  }
  if (context.earlier.has(key)) return null;
  const message = context.all.has(key)
    ? `calculation \`${key}\` must come before this one`
    : `calculation \`${key}\` not found`;
  return { code: "bad_calculation", message };
}

function comparisonFault(leaf: Comparison, context: Context): Fault | null {
  const { left } = leaf;
  if (!left) return null;
  const fault =
    left.type === "answer"
      ? nodeFault(left.node_id, "condition", context)
      : left.type === "score"
        ? null
        : keyFault({ kind: left.type, key: left.key }, context);
  const problem = fault ? null : typeProblem(leaf, "", context.questions);
  if (!problem) return fault;
  return { code: problem.code === "bad_condition" ? "bad_calculation" : problem.code, message: problem.message };
}
