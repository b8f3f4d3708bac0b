import { contactText } from "../../../../../shared/domain/contactText.ts";
import { utcDay } from "../../../../../shared/domain/dates.ts";
import type { GraphNode, Json } from "../../../../../shared/domain/graph/types.ts";
import { compileQuestion, isQuestionType } from "../../../../../shared/domain/questions/index.ts";
import type { CheckContext, CompiledQuestion, Reply } from "../../../../../shared/domain/questions/question.ts";

/** Cells of a file that prefill questions (features §15, §16). Pure. */

export interface KnownQuestion {
  id: string;
  title: string;
  question: CompiledQuestion;
}

/** Returns the questions that a text of a link can answer: no screens, files or records. */
export const questionsOf = (nodes: readonly GraphNode[]): KnownQuestion[] =>
  nodes.flatMap((node) => {
    if (!isQuestionType(node.question_type)) return [];
    const question = compileQuestion(node);
    const isTaken = question.domain !== null && question.uploads === null && question.fields === null;
    return isTaken ? [{ id: node.id, title: node.data.title ?? "", question }] : [];
  });

/** Returns the questions that one cell can answer, which leaves out matrices. */
export const cellQuestionsOf = (nodes: readonly GraphNode[]): KnownQuestion[] =>
  questionsOf(nodes).filter(({ question }) => question.domain?.family !== "row");

/** Links are checked as of today, and give no files. */
export const linkContext = (): CheckContext => ({
  today: utcDay(),
  isIssuedFile: () => false,
});

/** Returns what a question replies to a cell: choices by value or label, several with `;`. */
export const replyTo = (cell: string, question: CompiledQuestion): Reply =>
  question.check(typedValue(cell, question), linkContext());

function typedValue(cell: string, { domain, labels }: CompiledQuestion): Json {
  if (domain?.family === "num") {
    const number = contactText(cell).replace(",", ".");
    return /^[+-]?\d+(\.\d+)?$/.test(number) ? Number(number) : cell;
  }
  if (domain?.family !== "one" && domain?.family !== "many" && domain?.family !== "rank") return cell;
  const choices = domain.values.map((value) => ({ value, label: labels.get(value) ?? value }));
  const named = (text: string) => choices.find(({ value, label }) => value === text || isSame(label, text))?.value;
  if (domain.family === "one") return named(cell) ?? cell;
  const parts = named(cell) === undefined ? cell.split(";").map((part) => part.trim()) : [cell];
  return parts.filter(Boolean).map((part) => named(part) ?? part);
}

const isSame = (label: string, text: string): boolean => label.toLowerCase() === text.toLowerCase();

/** Returns what the question accepts, for people. Empty if a list of it would be long. */
export function choicesOf({ domain, labels }: CompiledQuestion): string[] {
  const values = domain && "values" in domain ? domain.values : [];
  return values.length > 10 ? [] : values.map((value) => labels.get(value) ?? value);
}
