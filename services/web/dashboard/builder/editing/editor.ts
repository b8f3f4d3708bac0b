import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { type History, historyOf, record, redo, settle, undo } from "../model/history.ts";
import { type OperationName, perform, type Wanted } from "../model/operations.ts";

export interface EditorState {
  history: History;
  /** the node that is inspected; null: the form itself */
  selected: string | null;
}

/** How a step is called when it is undone; steps with the same `key` that follow one another are one. */
export interface Step {
  label: string;
  key?: string;
}

/** What is being edited: the one place that changes the graph, by the operations of the model and in no other way. */
export interface Editor {
  state(): EditorState;
  subscribe(listener: () => void): () => void;
  perform<N extends OperationName>(name: N, wanted: Wanted<N>, step: Step): void;
  /** Takes over another graph as one step: a merge, a version, what was kept on the device. */
  adopt(graph: Graph, label: string): void;
  undo(): void;
  redo(): void;
  /** What comes next is a step of its own. */
  settle(): void;
  select(id: string | null): void;
}

export function openEditor(graph: Graph): Editor {
  let state: EditorState = { history: historyOf(graph), selected: null };
  const listeners = new Set<() => void>();
  const become = (next: Partial<EditorState>) => {
    const whole = { ...state, ...next };
    if (whole.history === state.history && whole.selected === state.selected) return;
    state = { ...whole, selected: stillThere(whole) };
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    perform(name, wanted, step) {
      const history = perform(state.history, name, wanted, step);
      become({ history, selected: added(state.history.graph, history.graph) ?? renamed(state, history.graph) });
    },
    adopt: (next, label) => become({ history: record(state.history, next, label) }),
    undo: () => become({ history: undo(state.history) }),
    redo: () => become({ history: redo(state.history) }),
    settle: () => become({ history: settle(state.history) }),
    select: (selected) => become({ history: settle(state.history), selected }),
  };
}

/** The one node that is new and adds to the others: it is what somebody wants to write next. */
function added(before: Graph, after: Graph): string | null {
  if (after.nodes.length !== before.nodes.length + 1) return null;
  const known = new Set(before.nodes.map(({ id }) => id));
  return after.nodes.find(({ id }) => !known.has(id))?.id ?? null;
}

/** A node that was selected stays so under its new name. */
function renamed({ history, selected }: EditorState, after: Graph): string | null {
  const { nodes } = history.graph;
  if (selected === null || nodes.length !== after.nodes.length) return selected;
  if (after.nodes.some(({ id }) => id === selected)) return selected;
  return after.nodes[nodes.findIndex(({ id }) => id === selected)]?.id ?? null;
}

function stillThere({ history, selected }: EditorState): string | null {
  return history.graph.nodes.some(({ id }) => id === selected) ? selected : null;
}
