import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { type Foreign, type History, historyOf, mergedWith, record, redo, settle, undo } from "../model/history.ts";
import { merge } from "../model/merge.ts";
import { type OperationName, perform, type Wanted } from "../model/operations.ts";

export interface EditorState {
  history: History;
  /** the node that is inspected; null: the form itself */
  selected: string | null;
  /** is another number for each other node that is selected: under a new name it is the same one, and its form stays open */
  selection: number;
  /** several nodes at once, in the order of the list: what is done, is done to all of them; empty: to the one that has the focus */
  chosen: readonly string[];
}

type Selection = Pick<EditorState, "selected" | "chosen">;

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
  /** Takes over another graph as one step: a version, what was kept on the device. */
  adopt(graph: Graph, label: string): void;
  /** Shows what others have made beside what was made here: no step, so that undoing takes back one's own work only. */
  takeIn(graph: Graph, foreign: Foreign): void;
  /** Takes that out again, as one step; what was made here since stays. */
  leaveOut(foreign: Foreign, label: string): void;
  undo(): void;
  redo(): void;
  /** What comes next is a step of its own. */
  settle(): void;
  select(id: string | null): void;
  choose(ids: Iterable<string>): void;
}

export function openEditor(graph: Graph): Editor {
  let state: EditorState = { history: historyOf(graph), selected: null, selection: 0, chosen: [] };
  /** by the graph that a step was made from, what was selected then: undoing the step comes back to it */
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
    },
    adopt: (next, label) => follow(record(state.history, next, label)),
    takeIn: (next, foreign) => follow(mergedWith(state.history, next, foreign)),
    leaveOut({ base, theirs }, label) {
      const { history } = state;
      follow(record(history, merge(theirs, history.graph, base).graph, label));
    },
    undo: () => goTo(undo(state.history)),
    redo: () => goTo(redo(state.history)),
    settle: () => become({ history: settle(state.history) }),
    select: (selected) => become({ history: settle(state.history), selected }),
    choose: (ids) => become({ history: settle(state.history), chosen: [...ids] }),
  };
}

/** Nodes that are new beside all that were there: they are what somebody wants to go on with. */
function added(before: Graph, after: Graph): string[] {
  if (after.nodes.length <= before.nodes.length) return [];
  const known = idsOf(before);
  const news = [...idsOf(after)].filter((id) => !known.has(id));
  return news.length === after.nodes.length - before.nodes.length ? news : [];
}

/** A node that was selected stays so under its new name. */
function renamed(before: Graph, after: Graph): (id: string) => string {
  const [was, is] = [before.nodes, after.nodes];
  if (was === is || was.length !== is.length) return (id) => id;
  const known = idsOf(after);
  return (id) => (known.has(id) ? id : (is[was.findIndex((node) => node.id === id)]?.id ?? id));
}

/** A node whose id went to another's in a merge has the same data under its new one: what is typed goes on into that. */
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

function stillThere({ history, selected, selection, chosen }: EditorState): EditorState {
  const { nodes } = history.graph;
  const wanted = new Set(chosen);
  const there = wanted.size === 0 ? [] : nodes.flatMap(({ id }) => (wanted.has(id) ? [id] : []));
  return {
    history,
    selection,
    selected: nodes.some(({ id }) => id === selected) ? selected : null,
    chosen: there.length === chosen.length && there.every((id, at) => id === chosen[at]) ? chosen : there,
  };
}
