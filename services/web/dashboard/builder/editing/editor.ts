import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { type Foreign, type History, historyOf, mergedWith, record, redo, settle, undo } from "../model/history.ts";
import { type OperationName, perform, type Wanted } from "../model/operations.ts";

export interface EditorState {
  history: History;
  /** the node in the inspector; null for the form itself */
  selected: string | null;
  /** changes with the selected node, but not when its id changes: the inspector stays open */
  selection: number;
  /** the selection that came with a new node, whose problems are silent; null once they may show */
  fresh: number | null;
  /** ids of several selected nodes, in the order of the list; actions apply to all of them */
  chosen: readonly string[];
}

type Selection = Pick<EditorState, "selected" | "chosen">;

/** The name of an undo step. Consecutive steps with the same `key` are one. */
export interface Step {
  label: string;
  key?: string;
}

/** The edited graph with undo and selection. Only its operations change the graph. */
export interface Editor {
  state(): EditorState;
  subscribe(listener: () => void): () => void;
  perform<N extends OperationName>(name: N, wanted: Wanted<N>, step: Step): void;
  /** Replaces the graph in one step: by a version or unsaved changes. */
  adopt(graph: Graph, label: string): void;
  /** Shows changes made elsewhere. Not a step: undo only reverts changes made here. */
  takeIn(graph: Graph, foreign: Foreign): void;
  /** Removes changes made elsewhere in one step and keeps those made here. */
  leaveOut(foreign: Foreign, label: string): void;
  undo(): void;
  redo(): void;
  /** Shows the problems of a new node from now on. */
  touch(): void;
  /** Starts a new step with the next change. */
  settle(): void;
  select(id: string | null): void;
  choose(ids: Iterable<string>): void;
}

export function openEditor(graph: Graph): Editor {
  let state: EditorState = { history: historyOf(graph), selected: null, selection: 0, fresh: null, chosen: [] };
  /** selection at each step, by the graph before it: undo restores it */
  const selections = new WeakMap<Graph, Selection>();
  const listeners = new Set<() => void>();
  const become = (next: Partial<EditorState>, names: (id: string) => string = (id) => id) => {
    const there = stillThere({ ...state, ...next });
    const isSame = there.selected === (state.selected && names(state.selected));
    const whole = isSame ? there : { ...there, selection: state.selection + 1 };
    if ((Object.keys(whole) as (keyof EditorState)[]).every((key) => whole[key] === state[key])) return;
    state = whole;
    for (const listener of listeners) listener();
  };
  const follow = (history: History) => {
    const names = follower(state.history.graph, history.graph);
    become({ history, selected: state.selected && names(state.selected), chosen: state.chosen.map(names) }, names);
  };
  const goTo = (history: History) => {
    const { selected, chosen } = state;
    const names = renamed(state.history.graph, history.graph);
    const there = idsOf(history.graph);
    const own = { selected: selected && names(selected), chosen: chosen.map(names) };
    const isGone = [own.selected, ...own.chosen].some((id) => id !== null && !there.has(id));
    become({ history, ...((isGone && selections.get(history.graph)) || own) }, names);
  };
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    perform(name, wanted, step) {
      const history = perform(state.history, name, wanted, step);
      const before = state.history.graph;
      const news = added(before, history.graph);
      const names = renamed(before, history.graph);
      const { selected, chosen } = state;
      if (history.past.at(-1)?.graph === before) selections.set(before, { selected, chosen });
      const wholeSelection = {
        selected: news.length === 1 ? (news[0] ?? null) : selected && names(selected),
        chosen: news.length > 1 ? news : chosen.map(names),
      };
      become({ history, ...wholeSelection }, names);
      if (news.length === 1) become({ fresh: state.selection });
    },
    adopt: (next, label) => follow(record(state.history, next, label)),
    takeIn: (next, foreign) => follow(mergedWith(state.history, next, foreign)),
    leaveOut: (foreign, label) => follow(record(state.history, foreign.outOf(state.history.graph), label)),
    undo: () => goTo(undo(state.history)),
    redo: () => goTo(redo(state.history)),
    touch: () => become({ fresh: null }),
    settle: () => become({ history: settle(state.history) }),
    select: (selected) => become({ history: settle(state.history), selected }),
    choose: (ids) => become({ history: settle(state.history), chosen: [...ids] }),
  };
}

/** Returns added nodes, to select them; none if others were removed too. */
function added(before: Graph, after: Graph): string[] {
  if (after.nodes.length <= before.nodes.length) return [];
  const known = idsOf(before);
  const news = [...idsOf(after)].filter((id) => !known.has(id));
  if (news.length !== after.nodes.length - before.nodes.length) return [];
  // the end screen that comes with the first question
  return before.nodes.length === 0 ? news.filter((id) => id !== after.fallback_end_node_id) : news;
}

/** Returns a function from old ids to new ones, so that a renamed node stays selected. */
function renamed(before: Graph, after: Graph): (id: string) => string {
  const [was, is] = [before.nodes, after.nodes];
  if (was === is || was.length !== is.length) return (id) => id;
  const known = idsOf(after);
  return (id) => (known.has(id) ? id : (is[was.findIndex((node) => node.id === id)]?.id ?? id));
}

/** Returns a function from old ids to new ones after a merge, so that typing continues in the same node. */
function follower(before: Graph, after: Graph): (id: string) => string {
  const was = new Map(before.nodes.map((node) => [node.id, node]));
  const is = new Map(after.nodes.map((node) => [node.id, node]));
  return (id) => {
    const data = was.get(id)?.data;
    const isOther = data !== undefined && is.get(id)?.data !== data;
    return (isOther && after.nodes.find((node) => node.data === data && !was.has(node.id))?.id) || id;
  };
}

const idsOf = ({ nodes }: Graph): Set<string> => new Set(nodes.map(({ id }) => id));

function stillThere({ history, selected, selection, fresh, chosen }: EditorState): EditorState {
  const { nodes } = history.graph;
  const wanted = new Set(chosen);
  const there = wanted.size === 0 ? [] : nodes.flatMap(({ id }) => (wanted.has(id) ? [id] : []));
  return {
    history,
    selection,
    fresh,
    selected: nodes.some(({ id }) => id === selected) ? selected : null,
    chosen: there.length === chosen.length && there.every((id, at) => id === chosen[at]) ? chosen : there,
  };
}
