import type { GraphNode } from "../../../../../../shared/domain/graph/types.ts";
import * as words from "../../../../strings/en/dashboard/builder/recall.ts";
import { type Reading, readableNodes } from "../../conditions/operands.ts";
import { nameOfNode, readable } from "../../types/names.ts";
import { nodeIn } from "../../types/nodeIndex.ts";
import { type NameOf, recallOf } from "./recallText.ts";

/** An answer or hidden field that a text can insert. */
export interface Recallable {
  /** stored form: `{{answer:rating}}` */
  recall: string;
  name: string;
  detail: string;
}

/** Returns the questions that can be answered before this one, and the hidden fields. */
export function recallablesAt(reading: Reading): Recallable[] {
  const { graph } = reading;
  const places = new Map(graph.nodes.map(({ id }, at) => [id, at + 1]));
  const questions = answeredBefore(reading).map((node) => ({
    recall: recallOf("answer", node.id),
    name: nameOfNode(node),
    detail: words.question(places.get(node.id) ?? 0, readable(node.question_type)),
  }));
  const hidden = (graph.hidden_fields ?? []).map((key) => ({
    recall: recallOf("hidden", key),
    name: key,
    detail: words.hiddenField,
  }));
  return [...questions, ...hidden];
}

/** The default end screen can follow any question. */
function answeredBefore(reading: Reading): GraphNode[] {
  const { graph, from, table } = reading;
  if (from !== graph.fallback_end_node_id) return readableNodes(reading).filter(({ id }) => id !== from);
  return graph.nodes.filter((node) => table.factsOf(node).domain !== null);
}

const nameLength = 40;

/** The text of a chip. */
export const chipName =
  (graph: Reading["graph"]): NameOf =>
  (kind, name) => {
    const node = kind === "answer" ? nodeIn(graph, name) : undefined;
    const full = kind === "hidden" ? name : node ? nameOfNode(node).replace(/\s+/g, " ") : words.unknown;
    return full.length > nameLength ? `${full.slice(0, nameLength).toWellFormed().trimEnd()}…` : full;
  };
