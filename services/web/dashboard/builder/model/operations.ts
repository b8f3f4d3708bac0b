import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { duplicate, paste } from "./clipboard.ts";
import { addEdge, removeEdges, reorderEdge, retarget, setCondition } from "./edges.ts";
import { replace, setEntry, setFallback, setHidden } from "./form.ts";
import { type History, record } from "./history.ts";
import {
  addNode,
  insertOnEdge,
  layout,
  moveNodes,
  removeNodes,
  reorderNodes,
  setConfig,
  setData,
  setType,
} from "./nodes.ts";
import { renameHidden, renameNode, renameOption } from "./rename.ts";

/**
 * Every way to change a graph. Each is a function from a graph and what is wanted to a graph: what did not change is shared, and
 * where nothing changes the very same graph comes back. Views only dispatch these; what an id means that is not there is nothing.
 */
export const operations = {
  addNode,
  insertOnEdge,
  removeNodes,
  duplicate,
  paste,
  setType,
  setData,
  setConfig,
  renameNode,
  renameOption,
  renameHidden,
  moveNodes,
  layout,
  reorderNodes,
  addEdge,
  retarget,
  setCondition,
  removeEdges,
  reorderEdge,
  setEntry,
  setFallback,
  setHidden,
  replace,
} satisfies Record<string, (graph: Graph, wanted: never) => Graph>;

export type OperationName = keyof typeof operations;
export type Wanted<N extends OperationName> = Parameters<(typeof operations)[N]>[1];

/**
 * Does it and keeps the way back. `label` is what the undo button says ("delete 3 questions"); steps with the same `key` that
 * follow one another are undone together.
 */
export function perform<N extends OperationName>(
  history: History,
  name: N,
  wanted: Wanted<N>,
  { label, key = null }: { label: string; key?: string | null },
): History {
  const operation = operations[name] as (graph: Graph, wanted: Wanted<N>) => Graph;
  return record(history, operation(history.graph, wanted), label, key);
}
