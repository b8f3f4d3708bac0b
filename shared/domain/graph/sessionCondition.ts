import type { Fault } from "../fault.ts";
import { dotted } from "../fieldError.ts";
import type { Json } from "../json.ts";
import { compileQuestion, isQuestionType } from "../questions/index.ts";
import { matchCost, TableBudget } from "../questions/matchCost.ts";
import { stepLimit } from "../questions/pattern.ts";
import { leavesOf } from "./conditions.ts";
import type { Questions } from "./domains.ts";
import { compileCondition, type WalkView } from "./evaluate.ts";
import { parseCondition } from "./parseCondition.ts";
import { reasonText } from "./reasonText.ts";
import type { CalculationResults, Comparison, Condition, Graph } from "./types.ts";

/** The parts of a session that a condition reads. */
export interface JudgedSession {
  answers: readonly { node_id: string; answer: Json | null }[];
  hidden: Readonly<Record<string, string>>;
  total_score: number;
  /** Absent in events that were recorded before forms had calculations. */
  calculations?: CalculationResults;
}

/** The longest answer that a question can allow (decisions §4.1). */
const longestText = 20_000;

/**
 * Returns the fault of a condition on whole sessions (features §17), or null. It belongs to no node, so every comparison needs
 * its `left`. The form's versions differ, so the cost of patterns is that of the longest text.
 */
export function sessionConditionFault(raw: unknown): string | null {
  const parsed = parseCondition(raw);
  if (!parsed.ok) return messageOf(parsed.fault);
  const leaves = leavesOf(parsed.value);
  const bare = leaves.find(({ left }) => left === undefined);
  if (bare) return `\`${bare.op}\` needs a \`left\``;
  const tables = new TableBudget();
  const cost = leaves.filter(({ op }) => op === "matches").reduce((sum, leaf) => sum + costOf(leaf, tables), 0);
  return cost > stepLimit ? "the patterns are too expensive; simplify them or use fewer" : null;
}

const messageOf = ({ at, reason }: Fault): string => `${at.length > 0 ? `${dotted(at)}: ` : ""}${reasonText(reason)}`;

const costOf = ({ right, ci }: Comparison, tables: TableBudget): number =>
  matchCost(String(right), ci ? "search-ci" : "search", longestText, tables);

/** Returns whether a session satisfies the condition. `graph` is that of its version. Questions that it lacks are unanswered. */
export function satisfies(condition: Condition, graph: Graph, session: JudgedSession): boolean {
  const questions = questionsOf(graph);
  const answers = new Map(session.answers.map(({ node_id, answer }) => [node_id, answer]));
  const calculations = new Map(Object.entries(session.calculations ?? {}));
  const view: WalkView = {
    answer: (nodeId) => answers.get(nodeId) ?? null,
    score: session.total_score,
    hidden: session.hidden,
    calculation: (key) => calculations.get(key)?.value ?? null,
  };
  const judge = (part: Condition): boolean => {
    if ("all" in part) return part.all.every(judge);
    if ("any" in part) return part.any.some(judge);
    if ("not" in part) return !judge(part.not);
    return testOf(part, questions)(view);
  };
  return judge(condition);
}

/** An operator that doesn't fit the version's question finds nothing to compare. */
function testOf(leaf: Comparison, questions: Questions): (view: WalkView) => boolean {
  try {
    return compileCondition(leaf, "", questions);
  } catch {
    return () => leaf.op === "not_answered";
  }
}

const compiled = new WeakMap<Graph, Questions>();

function questionsOf(graph: Graph): Questions {
  const known = compiled.get(graph);
  if (known) return known;
  const nodes = graph.nodes.filter(({ question_type }) => isQuestionType(question_type));
  const questions = new Map(nodes.map((node) => [node.id, compileQuestion(node)]));
  compiled.set(graph, questions);
  return questions;
}
