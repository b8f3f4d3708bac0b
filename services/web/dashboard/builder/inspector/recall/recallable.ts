import type { GraphNode } from "../../../../../../shared/domain/graph/types.ts";
import * as words from "../../../../strings/en/dashboard/builder/recall.ts";
import { type Reading, readableNodes } from "../../conditions/operands.ts";
import { readsByKey } from "../../model/calculations.ts";
import { nameOfNode, readable } from "../../types/names.ts";
import { nodeIn } from "../../types/nodeIndex.ts";
import { type NameOf, recallOf } from "./recallText.ts";

/** An answer, hidden field or score that a text can insert. */
export interface Recallable {
  /** stored form: `{{answer:rating}}` */
  recall: string;
  name: string;
  detail: string;
}

/** Returns the questions that can be answered before this one, the scores that can be known then, and the hidden fields. */
export function recallablesAt(reading: Reading): Recallable[] {
  const { graph } = reading;
  const places = new Map(graph.nodes.map(({ id }, at) => [id, at + 1]));
  const before = answeredBefore(reading);
  const questions = before.map((node) => ({
    recall: recallOf("answer", node.id),
    name: nameOfNode(node),
    detail: words.question(places.get(node.id) ?? 0, readable(node.question_type)),
  }));
  const hidden = (graph.hidden_fields ?? []).map((key) => ({
    recall: recallOf("hidden", key),
    name: key,
    detail: words.hiddenField,
  }));
  return [...questions, ...scoresAt(reading, new Set(before.map(({ id }) => id))), ...hidden];
}

/** Returns each score, and its band if it has some. Only end screens can show scores that read points (features §12). */
function scoresAt({ graph, from, table }: Reading, before: ReadonlySet<string>): Recallable[] {
  const { calculations = [] } = graph;
  const node = nodeIn(graph, from);
  const isEnd = node !== undefined && table.factsOf(node).isEnd;
  const reads = readsByKey(calculations);
  return calculations.flatMap(({ key, title, bands = [] }) => {
    const { nodes = new Set<string>(), isPrivate = false } = reads.get(key) ?? {};
    const isKnown = nodes.size === 0 || [...nodes].some((id) => before.has(id));
    if (!isKnown || (isPrivate && !isEnd)) return [];
    const name = title || key;
    const value = { recall: recallOf("calculation", key), name, detail: words.score };
    return bands.length === 0 ? [value] : [value, { recall: recallOf("band", key), name, detail: words.band }];
  });
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
    const isScore = kind === "calculation" || kind === "band";
    const score = isScore ? graph.calculations?.find(({ key }) => key === name) : undefined;
    const scoreName = score ? score.title || score.key : words.unknownScore;
    const nodeName = node ? nameOfNode(node).replace(/\s+/g, " ") : words.unknown;
    const full = kind === "hidden" ? name : kind === "band" ? words.bandOf(scoreName) : isScore ? scoreName : nodeName;
    return full.length > nameLength ? `${full.slice(0, nameLength).toWellFormed().trimEnd()}…` : full;
  };
