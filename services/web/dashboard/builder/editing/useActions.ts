import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { undo } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import { notCopied, questions } from "../../../strings/en/dashboard/builder/exchange.ts";
import { nodeRemoved, readers, stillUsed } from "../../../strings/en/dashboard/builder/inspector.ts";
import { pageName } from "../../../strings/en/dashboard/builder/list.ts";
import { titleText } from "../../../ui/titleText.ts";
import { tell } from "../../../ui/toasts.tsx";
import { pageOf } from "../model/pages.ts";
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
  /** Moves nodes before a node of the list, or to the end; with `page`, also onto that page, or off theirs if it is null. */
  moveBefore(ids: readonly string[], before: string | null, page?: string | null): void;
  /** Puts nodes on a new page. */
  makePage(ids: readonly string[]): void;
  /** Pages of the nodes before and after, which these nodes can join in place. */
  pagesBeside(ids: readonly string[]): { id: string; name: string; join(): void }[];
  /** Takes nodes off their page. */
  leavePage(ids: readonly string[]): void;
  /** Removes a page. Its questions are asked one by one. */
  removePage(id: string): void;
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

/** Returns the node before which moved nodes go, past those in `passed`, or null for the end. */
function besides(
  nodes: readonly GraphNode[],
  moved: ReadonlySet<string>,
  by: -1 | 1,
  passed: ReadonlySet<string> = new Set(),
): string | null {
  const isPassed = ({ id }: GraphNode) => moved.has(id) || passed.has(id);
  const first = nodes.findIndex(({ id }) => moved.has(id));
  const last = nodes.findLastIndex(({ id }) => moved.has(id));
  if (by > 0) return nodes.slice(last + 1).find((node) => !isPassed(node))?.id ?? null;
  const from = nodes.slice(0, first).findLastIndex((node) => !isPassed(node)) + 1;
  return nodes.slice(from).find(({ id }) => !moved.has(id))?.id ?? null;
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
  const pageNameOf = (id: string) => {
    const { pages = [] } = graph();
    const at = pages.findIndex((page) => page.id === id);
    return titleText(pageName(pages[at]?.title, at + 1));
  };
  const moveBefore: Actions["moveBefore"] = (ids, before, page) => {
    const name = nameOf(ids);
    const was = pageOf(graph(), ids[0])?.id;
    editor.perform(
      "reorderNodes",
      { ids: [...ids], before, ...(page !== undefined && { page }) },
      { label: steps.move(name) },
    );
    const { nodes } = graph();
    const is = pageOf(graph(), ids[0])?.id;
    const position = words.moved(name, nodes.findIndex(({ id }) => id === ids[0]) + 1, nodes.length);
    const change = is === was ? [] : [is === undefined ? words.offPage(name) : words.onPage(name, pageNameOf(is))];
    announce([position, ...change].join(" "));
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
        const page = pageOf(graph(), at >= 0 ? before.id : null)?.id;
        if (next || page)
          editor.perform(
            "reorderNodes",
            { ids: [added.id], before: next?.id ?? null, ...(page && !isEnd && { page }) },
            step,
          );
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
      const own = pageOf(graph(), ids[0]);
      const isWhole = own?.node_ids.every((id) => moved.has(id));
      const place = by < 0 ? (places[0] ?? 0) - 1 : (places.at(-1) ?? nodes.length) + 1;
      if (places.length === 0) return;
      const neighbor = pageOf(graph(), nodes[place]?.id);
      // at the edge of its page a question leaves it, and from outside it passes the whole page
      if (own && !isWhole && neighbor !== own) return moveBefore(ids, besides(nodes, moved, by), null);
      if (place < 0 || place >= nodes.length) return;
      const passed = new Set(neighbor && neighbor !== own ? neighbor.node_ids : [nodes[place]?.id ?? ""]);
      moveBefore(ids, besides(nodes, moved, by, passed));
    },
    moveBefore,
    makePage(ids) {
      const before = graph();
      editor.settle();
      editor.perform("makePage", { ids }, { label: steps.makePage });
      if (graph() === before) tell(words.pageNotMade);
      else announce(words.pageMade(graph().pages?.at(-1)?.node_ids.length ?? 0));
    },
    pagesBeside(ids) {
      const { nodes } = graph();
      const [first, last] = [ids[0], ids.at(-1)].map((id) => nodes.findIndex((node) => node.id === id));
      const next = nodes[(last ?? -1) + 1]?.id ?? null;
      const beside = [pageOf(graph(), nodes[(first ?? 0) - 1]?.id), pageOf(graph(), next)];
      const own = pageOf(graph(), ids[0]);
      return [...new Set(beside)].flatMap((page) =>
        page && page !== own
          ? [{ id: page.id, name: pageNameOf(page.id), join: () => moveBefore(ids, next, page.id) }]
          : [],
      );
    },
    leavePage(ids) {
      editor.perform("moveToPage", { ids, page: null }, { label: steps.leavePage });
      announce(words.offPage(nameOf(ids)));
    },
    removePage(id) {
      const name = pageNameOf(id);
      editor.perform("removePage", { id }, { label: steps.removePage });
      announce(words.pageRemoved(name));
    },
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
