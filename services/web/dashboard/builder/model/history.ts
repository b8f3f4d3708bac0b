import type { Graph } from "../../../../../shared/domain/graph/types.ts";

/** What was done, as a person calls it, and the graph before it. */
interface Step {
  readonly label: string;
  readonly graph: Graph;
  /** further changes with the same key belong to this step: the letters of a title */
  readonly key: string | null;
}

/** A graph with the way back and forth: earlier graphs are kept whole, and share what did not change. */
export interface History {
  readonly graph: Graph;
  /** the last one is undone first */
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

/** How many steps can be undone. */
export const historyLimit = 200;

export const historyOf = (graph: Graph): History => ({ graph, past: [], future: [] });

/** What is the same graph is no step. */
export function record(history: History, graph: Graph, label: string, key: string | null = null): History {
  if (graph === history.graph) return history;
  const last = history.past.at(-1);
  if (key !== null && last?.key === key && history.future.length === 0) return { ...history, graph };
  const past = [...history.past, { label, graph: history.graph, key }].slice(-historyLimit);
  return { graph, past, future: [] };
}

/** What comes next is a step of its own: a field was left, something was saved. */
export function settle(history: History): History {
  const last = history.past.at(-1);
  if (!last || last.key === null) return history;
  return { ...history, past: history.past.with(-1, { ...last, key: null }) };
}

export function undo(history: History): History {
  const last = history.past.at(-1);
  if (!last) return history;
  const undone = { ...last, key: null, graph: history.graph };
  return { graph: last.graph, past: history.past.slice(0, -1), future: [...history.future, undone] };
}

export function redo(history: History): History {
  const next = history.future.at(-1);
  if (!next) return history;
  const done = { ...next, graph: history.graph };
  return { graph: next.graph, past: [...history.past, done], future: history.future.slice(0, -1) };
}
