import type { Explanation, Simulation, Stop } from "../../../../../shared/domain/graph/shapes/simulation.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { GivenAnswer } from "../../../respondent/preview/preview.ts";
import * as words from "../../../strings/en/dashboard/builder/preview.ts";
import { answerText } from "../conditions/answerText.ts";
import { readCondition } from "../conditions/read.ts";
import { ifText, sentenceOf } from "../conditions/sentence.ts";
import { nameOfNode } from "../types/names.ts";
import type { QuestionTable } from "../types/questionTable.ts";

/** The path of a session for the form's owner: each step with its rules in order, and why each matched or didn't. */
export interface Trace {
  steps: TracedStep[];
  total: number;
  scores: TracedScore[];
  /** the current node; null if there is none */
  at: { node_id: string | null; name: string; isEnd: boolean } | null;
  /** why the path stops */
  stopped: string | null;
}

export interface TracedScore {
  key: string;
  name: string;
  /** null if unknown */
  value: number | null;
  /** null outside all bands */
  band: string | null;
}

export interface TracedStep {
  node_id: string;
  name: string;
  /** null for screens and skipped questions */
  answer: string | null;
  /** null without scoring */
  points: number | null;
  /** points of all steps so far */
  total: number;
  edges: TracedEdge[];
  /** why respondents don't see it; null if they do */
  passedOver: string | null;
  /** its condition with the result of each part */
  shownBy: Because[];
}

export interface TracedEdge {
  /** `untried`: an earlier rule matched */
  state: "taken" | "false" | "untried";
  text: string;
  because: Because[];
}

/** A part of a condition with its result. */
export interface Because {
  text: string;
  result: boolean;
  parts: Because[];
}

/** Traces a walk up to the last given answer: it can skip questions that aren't answered yet. */
export function traceOf(walk: Simulation, answers: readonly GivenAnswer[], graph: Graph, table: QuestionTable): Trace {
  const nameOf = (id: string) => {
    const node = graph.nodes.find((one) => one.id === id);
    return node ? nameOfNode(node) : id;
  };
  const shown = walk.steps.filter(({ passed_over }) => !passed_over);
  const given = answers.findIndex(({ node_id }, at) => shown[at]?.node_id !== node_id);
  const count = given < 0 ? answers.length : given;
  // with the questions that are passed over up to the current one
  const current = shown[count];
  const end = current ? walk.steps.indexOf(current) : walk.steps.length;
  let total = 0;
  const steps = walk.steps.slice(0, end).map((step): TracedStep => {
    total += step.score_awarded ?? 0;
    return {
      node_id: step.node_id,
      name: nameOf(step.node_id),
      answer: answerText(step.node_id, step.answer, { graph, table }),
      points: step.score_awarded,
      total,
      edges: edgesOf(step, graph, table, nameOf),
      passedOver: passedOverText(step, graph, table),
      shownBy: step.show_if ? [becauseOf(step.show_if, step.node_id, graph, table)] : [],
    };
  });
  const isWhole = end === walk.steps.length;
  const at = isWhole && walk.stopped?.reason === "no_edge" ? null : walk.traversal_path[count];
  const isEnd = isWhole && walk.end_node_id !== null;
  return {
    steps,
    total,
    scores: scoresOf(walk, graph),
    at: at === undefined || at === null ? null : { node_id: at, name: nameOf(at), isEnd },
    stopped: isWhole && walk.stopped ? stopText(walk.stopped, nameOf) : null,
  };
}

const scoresOf = ({ calculations: found = {} }: Simulation, { calculations = [] }: Graph): TracedScore[] =>
  calculations.map(({ key, title, bands = [] }) => {
    const { value = null, band: bandKey = null } = found[key] ?? {};
    const band = bands.find((one) => one.key === bandKey);
    return { key, name: title || key, value, band: band ? band.label || band.key : null };
  });

function passedOverText(
  { node_id, passed_over, show_if }: Simulation["steps"][number],
  graph: Graph,
  table: QuestionTable,
): string | null {
  if (!passed_over) return null;
  const condition = graph.nodes.find(({ id }) => id === node_id)?.data.show_if;
  if (show_if?.result !== false) return words.noOptionShown;
  return words.notShown(sentenceOf(readCondition(condition), { graph, from: node_id, table }));
}

/** Ignores missing answers, which can still be given. */
function stopText({ reason, node_id, message }: Stop, nameOf: (id: string) => string): string | null {
  if (reason === "answer_missing") return null;
  if (reason === "answer_invalid") return message;
  if (reason === "no_edge") return words.stopReasons.no_edge;
  return node_id === null ? words.stopReasons.entry : words.hasError(nameOf(node_id));
}

function edgesOf(
  { node_id, taken, edges, next_node_id }: Simulation["steps"][number],
  graph: Graph,
  table: QuestionTable,
  nameOf: (id: string) => string,
): TracedEdge[] {
  const judged = new Map(edges.map((edge) => [edge.edge_index, edge]));
  const own = [...graph.edges.entries()].filter(([, { from }]) => from === node_id);
  const told = own.map(([index, { to, condition }], place): TracedEdge => {
    const edge = judged.get(index);
    const reading = { graph, from: node_id, table };
    const rule =
      condition === null ? (place === 0 ? words.always : words.otherwise) : ifText(readCondition(condition), reading);
    const state = edge === undefined ? "untried" : index === taken ? "taken" : "false";
    const because = edge?.because ? [becauseOf(edge.because, node_id, graph, table)] : [];
    return { state, text: words.goesTo(rule, nameOf(to)), because };
  });
  if (taken !== "fallback" || next_node_id === null) return told;
  return [...told, { state: "taken", text: words.goesTo(words.fallback, nameOf(next_node_id)), because: [] }];
}

function becauseOf(part: Explanation, from: string, graph: Graph, table: QuestionTable): Because {
  const inner = (parts: Explanation[]) => parts.map((one) => becauseOf(one, from, graph, table));
  const { result } = part;
  if ("all" in part) return { text: words.all, result, parts: inner(part.all) };
  if ("any" in part) return { text: words.any, result, parts: inner(part.any) };
  if ("not" in part) return { text: words.not, result, parts: inner([part.not]) };
  const { left, op, right, ci, actual } = part;
  const comparison = { left, op, ...(right !== null && { right }), ...(ci !== undefined && { ci }) };
  const value = left.type === "answer" ? answerText(left.node_id, actual, { graph, table }) : actual;
  const sentence = sentenceOf(comparison as Parameters<typeof sentenceOf>[0], { graph, from, table });
  return { text: words.compared(sentence, value === null ? null : String(value)), result, parts: [] };
}
