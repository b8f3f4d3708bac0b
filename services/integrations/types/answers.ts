import type { Answer, SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import type { Graph, GraphNode, Json } from "../../../shared/domain/graph/types.ts";
import { compileQuestion, isQuestionType } from "../../../shared/domain/questions/index.ts";
import { readableTexts } from "../../../shared/domain/questions/readable.ts";

/** An answer for people: a cell, property or field. Numbers stay numbers. */
export type Readable = string | number;

/**
 * Returns answers by node id, for people: labels instead of values, several joined with "; ", a matrix as "<row>:
 * <column>" (like exports, decisions §6). Skipped nodes have none.
 */
export function readableAnswers(graph: Graph, { answers }: Pick<SessionDetail, "answers">): Map<string, Readable> {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return new Map(answers.map((answer) => [answer.node_id, readable(answer, nodes.get(answer.node_id))]));
}

/** Returns the questions in the graph's order. */
export const questionsOf = (graph: Graph): GraphNode[] =>
  graph.nodes.filter((node) => !isQuestionType(node.question_type) || !compileQuestion(node).is_screen);

function readable(answer: Answer, node: GraphNode | undefined): Readable {
  return typeof answer.answer === "number" ? answer.answer : answerTexts(answer, node).join("; ");
}

/** Returns an answer as texts: one per value, answered row of a matrix, or row of records. */
export function answerTexts({ answer }: Answer, node: GraphNode | undefined): string[] {
  const question = node && isQuestionType(node.question_type) ? compileQuestion(node) : null;
  if (!question) return [typeof answer === "string" ? answer : JSON.stringify(answer)];
  return readableTexts(question, answer as Json);
}
