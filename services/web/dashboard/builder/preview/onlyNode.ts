import { escaped } from "../../../../../shared/domain/graph/markup/escape.ts";
import { replaceRecalls } from "../../../../../shared/domain/graph/recalls.ts";
import type { Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/list.ts";
import { shortName } from "../../../ui/titleText.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import type { QuestionTable } from "../types/questionTable.ts";
import { type Alone, alone } from "./alone.ts";

/** Leaves out conditions: the start is always shown, and other questions have no answers here. */
function unconditional({ show_if: _, valid_if: _rules, ...data }: GraphNode["data"]): GraphNode["data"] {
  const options = data.config?.options;
  if (!Array.isArray(options)) return data;
  return { ...data, config: { ...data.config, options: options.map(({ show_if: _if, ...option }) => option) } };
}

/** Returns a form of one question, with the names of inserted answers in place of the answers. */
export function onlyNode(
  graph: Graph,
  id: string | null,
  table: QuestionTable,
): { graph: Graph; start?: Alone["start"] } {
  const node = id === null ? undefined : nodeIn(graph, id);
  if (!node) return { graph: { ...graph, nodes: [], edges: [], entry_node_id: null, fallback_end_node_id: null } };
  const { title, description } = node.data;
  const nameOf = (kind: string, name: string) => {
    const found = kind === "answer" ? nodeIn(graph, name) : undefined;
    return found ? shortName(nameOfNode(found)) : name;
  };
  const named = (text: string) =>
    replaceRecalls(text, (kind, name) => `@${graph.markup ? escaped(nameOf(kind, name)) : nameOf(kind, name)}`);
  const texts = {
    ...(title !== undefined && { title: named(title) }),
    ...(description !== undefined && { description: named(description) }),
  };
  const shown = { ...node, data: { ...unconditional(node.data), ...texts } };
  const only = alone(shown, table.factsOf(node).isEnd, words.end);
  const { pages: _, ...rest } = graph;
  return { graph: { ...rest, ...only.graph }, start: only.start };
}
