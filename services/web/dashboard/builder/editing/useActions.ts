import { undo } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import { notCopied, questions } from "../../../strings/en/dashboard/builder/exchange.ts";
import { nodeRemoved, readers, stillUsed } from "../../../strings/en/dashboard/builder/inspector.ts";
import { tell } from "../../../ui/toasts.tsx";
import { usesOfNodes } from "../model/uses.ts";
import { nameOfNode, readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { useAnnounce } from "./announcer.tsx";
import { copied, cutOut, pasted } from "./clipboard.ts";
import { useEditor } from "./useEditor.ts";

/** Actions on nodes for keys, buttons and menus. Changes of several nodes together are one step. */
export interface Actions {
  /** Adds after the selected question, in the list and on its unconditional rule. Else at the end. One step to undo. */
  add(questionType: string): void;
  /** Moves nodes up or down in the list, together. */
  move(ids: readonly string[], by: -1 | 1): void;
  /** Moves nodes before a node of the list, or to the end. */
  moveBefore(ids: readonly string[], before: string | null): void;
  duplicate(ids: readonly string[]): void;
  /** Deletes nodes. Returns the node to select next, or null. */
  remove(ids: readonly string[]): string | null;
  /** Copies to the clipboard, if the browser allows it. Ctrl+C, X and V always work. */
  copy(ids: readonly string[]): Promise<void>;
  cut(ids: readonly string[]): Promise<void>;
  /** Pastes after a node, or at the end. */
  paste(after: string | null): Promise<void>;
  /** Pastes text from a paste event. */
  pasteText(text: string, after: string | null): void;
  setEntry(id: string): void;
  undo(): void;
  redo(): void;
}

export function useActions(): Actions {
  const editor = useEditor();
  const announce = useAnnounce();
  const table = useQuestionTable();
  const graph = () => editor.state().history.graph;
  const nameOf = (ids: readonly string[]) => {
    const node = graph().nodes.find(({ id }) => id === ids[0]);
    return ids.length === 1 && node ? nameOfNode(node) : questions(ids.length);
  };
  const moveBefore = (ids: readonly string[], before: string | null) => {
    const name = nameOf(ids);
    editor.perform("reorderNodes", { ids: [...ids], before }, { label: steps.move(name) });
    const { nodes } = graph();
    announce(words.moved(name, nodes.findIndex(({ id }) => id === ids[0]) + 1, nodes.length));
  };
  const pasteText = (text: string, after: string | null) => {
    const { isDone, said } = pasted(editor, text, after);
    isDone ? announce(said) : tell(said);
  };
  const onClipboard = async (made: { text: string; said: string }) => {
    try {
      await navigator.clipboard.writeText(made.text);
      announce(made.said);
    } catch {
      tell(notCopied);
    }
  };
  return {
    add(questionType) {
      const { history, selected } = editor.state();
      const { nodes, edges } = history.graph;
      const at = nodes.findIndex(({ id }) => id === selected);
      const before = nodes.at(at);
      const next = at < 0 ? undefined : nodes[at + 1];
      const step = { label: steps.add(readable(questionType)), key: "add" };
      editor.settle();
      editor.perform("addNode", { question_type: questionType }, step);
      const added = graph().nodes.at(-1);
      if (before && added && added !== before) {
        const own = edges.filter(({ from }) => from === before.id);
        const always = own.find(({ condition }) => condition === null);
        const { isEnd } = table.factsOf(added);
        if (next) editor.perform("reorderNodes", { ids: [added.id], before: next.id }, step);
        if (at >= 0 && always?.id && !isEnd) {
          editor.perform("retarget", { id: always.id, to: added.id }, step);
          editor.perform("addEdge", { from: added.id, to: always.to, condition: null }, step);
        } else if (!always && (at >= 0 || own.length === 0) && !table.factsOf(before).isEnd)
          editor.perform("addEdge", { from: before.id, to: added.id, condition: null }, step);
      }
      editor.settle();
    },
    move(ids, by) {
      const { nodes } = graph();
      const moved = new Set(ids);
      const places = [...nodes.keys()].filter((at) => moved.has(nodes[at]?.id ?? ""));
      const place = by < 0 ? (places[0] ?? 0) - 1 : (places.at(-1) ?? nodes.length) + 1;
      if (places.length === 0 || place < 0 || place >= nodes.length) return;
      moveBefore(ids, nodes[by < 0 ? place : place + 1]?.id ?? null);
    },
    moveBefore,
    duplicate(ids) {
      const name = nameOf(ids);
      editor.perform("duplicate", { ids: [...ids] }, { label: steps.duplicate(name) });
      announce(words.wasAdded(name));
    },
    remove(ids) {
      const name = nameOf(ids);
      const { nodes } = graph();
      const gone = new Set(ids);
      const last = nodes.findLastIndex(({ id }) => gone.has(id));
      const next = nodes.slice(last + 1).find(({ id }) => !gone.has(id)) ?? nodes.findLast(({ id }) => !gone.has(id));
      editor.perform("removeNodes", { ids: [...ids], reconnect: true }, { label: steps.remove(name) });
      const still = readers(usesOfNodes(graph(), ids));
      if (still !== "") tell(stillUsed(nodeRemoved(name), still), { label: undo, onPress: editor.undo });
      else announce(words.removed(name));
      return next?.id ?? null;
    },
    copy: (ids) => onClipboard(copied(editor, ids)),
    async cut(ids) {
      // deletes only what reached the clipboard
      try {
        await navigator.clipboard.writeText(copied(editor, ids).text);
        announce(cutOut(editor, ids).said);
      } catch {
        tell(notCopied);
      }
    },
    async paste(after) {
      try {
        pasteText(await navigator.clipboard.readText(), after);
      } catch {
        tell(notCopied);
      }
    },
    pasteText,
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
