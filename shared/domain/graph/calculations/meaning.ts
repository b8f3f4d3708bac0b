import type { Fault } from "../../fault.ts";
import { leavesOf } from "../conditions.ts";
import { typeProblem } from "../conditionTypes.ts";
import { calculatedFamily, type Questions } from "../domains.ts";
import type { Comparison, Reason } from "../types.ts";
import { innerParts, type Part, type PartOf, partKeys } from "./expression.ts";

/** A problem of a calculation. Its place starts there. */
export interface CalculationFault extends Fault {
  code: "bad_calculation" | "condition_ref" | "condition_type";
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

type Coded = Omit<CalculationFault, "at">;

function faultsOf(part: Part, context: Context): CalculationFault[] {
  const at = (path: string, fault: Coded | null) => (fault ? [{ ...fault, at: partKeys(path) }] : []);
  switch (part.kind) {
    case "answer":
    case "points":
    case "selected":
      return at(`${part.path}.${part.kind}`, nodeFault(part.node_id, part.kind, context));
    case "rows":
      return rowsFault(part, context);
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
type Reading = "answer" | "points" | "selected" | "date" | "rows" | "condition";

function nodeFault(nodeId: string, reading: Reading, { isScreen, questions }: Context): Coded | null {
  const unknown = (kind: "node_unknown" | "node_without_answer"): Coded => ({
    code: "condition_ref",
    reason: { kind, node_id: nodeId },
  });
  if (!isScreen.has(nodeId)) return unknown("node_unknown");
  if (isScreen.get(nodeId)) return unknown("node_without_answer");
  const domain = questions.get(nodeId)?.domain;
  const fits = wanted[reading];
  if (!domain || !fits || fits.families.includes(calculatedFamily(domain))) return null;
  return { code: "condition_type", reason: { kind: "answer_unfit", node_id: nodeId, wanted: fits.wanted } };
}

const wanted: Partial<Record<Reading, { families: string[]; wanted: "number" | "date" | "list" }>> = {
  answer: { families: ["num"], wanted: "number" },
  date: { families: ["date"], wanted: "date" },
  selected: { families: ["many", "rank", "count"], wanted: "list" },
};

/** Returns why a part can't read a field of records: only number fields have sums and means. */
function rowsFault({ path, op, node_id, field: key }: PartOf<"rows">, context: Context): CalculationFault[] {
  const [node, field] = ["node", "field"].map((name) => partKeys(`${path}.${op}.${name}`)) as [string[], string[]];
  const unknown = nodeFault(node_id, "rows", context);
  if (unknown) return [{ ...unknown, at: node }];
  const question = context.questions.get(node_id);
  // the question's own problem reports it
  if (!question) return [];
  if (!question.fields)
    return [{ code: "condition_type", reason: { kind: "answer_unfit", node_id, wanted: "records" }, at: node }];
  const type = question.fields.get(key)?.type;
  if (!type) return [{ code: "condition_ref", reason: { kind: "field_unknown", node_id, key }, at: field }];
  return type === "number"
    ? []
    : [{ code: "condition_type", reason: { kind: "field_unfit", node_id, key }, at: field }];
}

function keyFault({ kind, key }: { kind: "hidden" | "calculation"; key: string }, context: Context): Coded | null {
  if (kind === "hidden") {
    const isDeclared = context.hidden_fields.has(key);
    return isDeclared ? null : { code: "condition_ref", reason: { kind: "hidden_unknown", key } };
  }
  if (context.earlier.has(key)) return null;
  const reason: Reason = { kind: context.all.has(key) ? "calculation_later" : "calculation_unknown", key };
  return { code: "bad_calculation", reason };
}

function comparisonFault(leaf: Comparison, context: Context): Coded | null {
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
  return { code: problem.code === "bad_condition" ? "bad_calculation" : problem.code, reason: problem.reason };
}
