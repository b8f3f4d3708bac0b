import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { renameCalculation, setCalculations } from "./calculations.ts";
import { duplicate, paste } from "./clipboard.ts";
import { addEdge, removeEdges, reorderEdge, retarget, setCondition } from "./edges.ts";
import { replace, setEntry, setFallback, setHidden, setMarkup } from "./form.ts";
import { type History, record } from "./history.ts";
import {
  addAfter,
  addNode,
  insertOnEdge,
  layout,
  moveNodes,
  removeNodes,
  setConfig,
  setData,
  setShowIf,
  setType,
} from "./nodes.ts";
import { makePage, moveToPage, removePage, reorderNodes, setPage, shiftNodes } from "./pages.ts";
import { renameHidden, renameNode, renameOption } from "./rename.ts";
import { addLanguage, removeLanguage, setTranslation } from "./translations.ts";

/**
 * All operations on a graph, as functions from a graph to a graph that share unchanged parts. They return the same graph if nothing
 * changes, also for unknown ids.
 */
export const operations = {
  addNode,
  addAfter,
  insertOnEdge,
  removeNodes,
  duplicate,
  paste,
  setType,
  setData,
  setShowIf,
  setConfig,
  renameNode,
  renameOption,
  renameHidden,
  renameCalculation,
  moveNodes,
  layout,
  reorderNodes,
  shiftNodes,
  addEdge,
  retarget,
  setCondition,
  removeEdges,
  reorderEdge,
  setEntry,
  setFallback,
  setHidden,
  setMarkup,
  setCalculations,
  makePage,
  moveToPage,
  removePage,
  setPage,
  setTranslation,
  addLanguage,
  removeLanguage,
  replace,
} satisfies Record<string, (graph: Graph, wanted: never) => Graph>;

export type OperationName = keyof typeof operations;
export type Wanted<N extends OperationName> = Parameters<(typeof operations)[N]>[1];

/**
 * Performs an operation and records a step. `label` is its name on the undo button ("delete 3 questions"). Consecutive steps with the
 * same `key` are undone together.
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
