import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import { useEditor } from "../editing/useEditor.ts";
import { nameOfNode, readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { useAnnounce } from "./announcer.tsx";

const { steps } = words;

/** What can be done with a node of the list, by a key, a button or a menu alike. */
export interface Actions {
  /** At the end of the list, and where what is selected leads nowhere yet, after it: one step, to be undone as one. */
  add(questionType: string): void;
  move(id: string, by: -1 | 1): void;
  duplicate(id: string): void;
  remove(id: string): void;
  setEntry(id: string): void;
  undo(): void;
  redo(): void;
}

export function useActions(): Actions {
  const editor = useEditor();
  const announce = useAnnounce();
  const table = useQuestionTable();
  const openEnd = (): string | null => {
    const { history, selected } = editor.state();
    const { nodes, edges } = history.graph;
    const before = nodes.find(({ id }) => id === selected) ?? nodes.at(-1);
    if (!before || table.factsOf(before).isEnd || edges.some(({ from }) => from === before.id)) return null;
    return before.id;
  };
  const named = (id: string) => {
    const { nodes } = editor.state().history.graph;
    const at = nodes.findIndex((node) => node.id === id);
    const node = nodes[at];
    return { nodes, at, name: node ? nameOfNode(node) : id };
  };
  return {
    add(questionType) {
      const from = openEnd();
      const step = { label: steps.add(readable(questionType)), key: "add" };
      editor.settle();
      editor.perform("addNode", { question_type: questionType }, step);
      const to = editor.state().selected;
      if (from !== null && to !== null && to !== from) editor.perform("addEdge", { from, to, condition: null }, step);
      editor.settle();
    },
    move(id, by) {
      const { nodes, at, name } = named(id);
      const place = at + by;
      if (at < 0 || place < 0 || place >= nodes.length) return;
      const before = nodes[by < 0 ? place : place + 1]?.id ?? null;
      editor.perform("reorderNodes", { ids: [id], before }, { label: steps.move(name) });
      announce(words.moved(name, place + 1, nodes.length));
    },
    duplicate(id) {
      const { name } = named(id);
      editor.perform("duplicate", { ids: [id] }, { label: steps.duplicate(name) });
      announce(words.wasAdded(name));
    },
    remove(id) {
      const { nodes, at, name } = named(id);
      const next = nodes[at + 1] ?? nodes[at - 1];
      editor.perform("removeNodes", { ids: [id], reconnect: true }, { label: steps.remove(name) });
      editor.select(next?.id ?? null);
      announce(words.removed(name));
    },
    setEntry: (id) => editor.perform("setEntry", { id }, { label: steps.entry }),
    undo() {
      const label = editor.state().history.past.at(-1)?.label;
      editor.undo();
      if (label !== undefined) announce(words.undone(label));
    },
    redo() {
      const label = editor.state().history.future.at(-1)?.label;
      editor.redo();
      if (label !== undefined) announce(words.redone(label));
    },
  };
}
