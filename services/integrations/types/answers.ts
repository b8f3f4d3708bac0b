import type { Graph, GraphNode, Json } from "../../../shared/domain/graph/types.ts";
import { compileQuestion, isQuestionType } from "../../../shared/domain/questions/index.ts";
import type { Answer, SessionDetail } from "../../../shared/domain/shapes/sessions.ts";

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
  graph.nodes.filter((node) => !isQuestionType(node.question_type) || !compileQuestion(node).is_screen);

function readable(answer: Answer, node: GraphNode | undefined): Readable {
  return typeof answer.answer === "number" ? answer.answer : readableCells(answer, node).join("; ");
}

/** An answer as people read it, a text each; a matrix has one for each row that was answered. */
export function readableCells({ answer }: Answer, node: GraphNode | undefined): string[] {
  const question = node && isQuestionType(node.question_type) ? compileQuestion(node) : null;
  if (!question) return [typeof answer === "string" ? answer : JSON.stringify(answer)];
  const cells = question.cells(answer as Json, "labels");
  const labelled = question.columns.map(({ label }, index) => ({ label, cell: cells[index] ?? "" }));
  return labelled
    .filter(({ cell }) => cell !== "")
    .map(({ label, cell }) => (label === undefined ? cell : `${label}: ${cell}`));
}
