import type { Graph, GraphNode, Json } from "../../../shared/graph/types.ts";
import { compileQuestion, isQuestionType } from "../../../shared/questions/index.ts";
import type { Answer, SessionDetail } from "../../../shared/shapes/sessions.ts";

/** A cell of a sheet, a property, a field: what a person reads there. Numbers stay numbers. */
export type Readable = string | number;

/**
 * Answers as people read them, by node id: options by their labels, several joined by "; ", a matrix as
 * "<row>: <column>" each (decisions §6 lays out exports so). A node that was skipped has none.
 */
export function readableAnswers(graph: Graph, { answers }: Pick<SessionDetail, "answers">): Map<string, Readable> {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return new Map(answers.map((answer) => [answer.node_id, readable(answer, nodes.get(answer.node_id))]));
}

/** The nodes that ask something, in the graph's order. */
export const questionsOf = (graph: Graph): GraphNode[] =>
  graph.nodes.filter((node) => !isQuestionType(node.question_type) || !compiled(node)?.is_screen);

function compiled(node: GraphNode) {
  const parsed = compileQuestion(node);
  return parsed.ok ? parsed.value : null;
}

function readable({ answer }: Answer, node: GraphNode | undefined): Readable {
  if (typeof answer === "number") return answer;
  const question = node && isQuestionType(node.question_type) ? compiled(node) : null;
  if (!question) return plain(answer as Json);
  const cells = question.cells(answer as Json, "labels");
  const labelled = question.columns.map(({ label }, index) => ({ label, cell: cells[index] ?? "" }));
  return labelled
    .filter(({ label, cell }) => label === undefined || cell !== "")
    .map(({ label, cell }) => (label === undefined ? cell : `${label}: ${cell}`))
    .join("; ");
}

const plain = (answer: Json): string => (typeof answer === "string" ? answer : JSON.stringify(answer));
