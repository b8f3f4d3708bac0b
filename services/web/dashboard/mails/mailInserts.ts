import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { band, bandOf, hiddenField, score } from "../../strings/en/dashboard/builder/recall.ts";
import { formTitle } from "../../strings/en/dashboard/letters.ts";
import * as words from "../../strings/en/dashboard/mails.ts";
import { nameOfNode, readable } from "../builder/types/names.ts";
import { builtInTypes } from "../builder/types/questionTable.ts";
import type { Insert } from "./letter/insertField.tsx";

/** Which email it is: a copy links to nothing, and a daily email is about several responses. */
export interface MailKind {
  isCopy: boolean;
  isDaily: boolean;
}

/** Returns the form's nodes that people answer. */
export const questionsIn = (graph: Graph) => graph.nodes.filter((node) => !builtInTypes.factsOf(node).isScreen);

/** Returns what an email notification can insert: answers, scores, hidden fields, and details of the form. */
export function mailInserts(graph: Graph | null, { isCopy, isDaily }: MailKind): Insert[] {
  const ofResponse = graph && !isDaily ? responseInserts(graph) : [];
  const link = { recall: "response:url", label: isDaily ? words.responsesLink : words.responseLink };
  return [
    ...ofResponse,
    { recall: "form:title", label: formTitle, startsGroup: ofResponse.length > 0 },
    ...(isCopy ? [] : [link]),
  ];
}

function responseInserts(graph: Graph): Insert[] {
  const { calculations = [], hidden_fields: hidden = [] } = graph;
  const questions = questionsIn(graph).map((node) => ({
    recall: `answer:${node.id}`,
    label: nameOfNode(node),
    detail: readable(node.question_type),
  }));
  const scores = calculations.flatMap(({ key, title, bands = [] }) => {
    const value = { recall: `calculation:${key}`, label: title || key, detail: score };
    return bands.length === 0 ? [value] : [value, { recall: `band:${key}`, label: bandOf(value.label), detail: band }];
  });
  return [
    ...questions,
    ...scores,
    ...hidden.map((key) => ({ recall: `hidden:${key}`, label: key, detail: hiddenField })),
  ];
}
