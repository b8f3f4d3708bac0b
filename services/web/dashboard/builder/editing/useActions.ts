import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { undo } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import { nameText, steps, thankYou, whatName } from "../../../strings/en/dashboard/builder/builder.ts";
import { notCopied, questions } from "../../../strings/en/dashboard/builder/exchange.ts";
import { nodeRemoved, readers, stillUsed } from "../../../strings/en/dashboard/builder/inspector.ts";
import { pageName } from "../../../strings/en/dashboard/builder/list.ts";
import { titleText } from "../../../ui/titleText.ts";
import { tell } from "../../../ui/toasts.tsx";
import { neighborOf } from "../model/nodes.ts";
import type { Wanted } from "../model/operations.ts";
import { pageOf, pagesBeside } from "../model/pages.ts";
import { usesOfNodes } from "../model/uses.ts";
import { nameOfNode, readable } from "../types/names.ts";

import { useAnnounce } from "./announcer.tsx";
import { copied, cutOut, pasted } from "./clipboard.ts";
import type { Editor } from "./editor.ts";
import { nameItem } from "./nameItem.ts";
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

export function useActions(): Actions {
  const editor = useEditor();
  const announce = useAnnounce();
  return { ...listActions(editor, announce), ...clipboardActions(editor, announce), ...stepActions(editor, announce) };
}

type Say = (text: string) => void;
type ListActions = Omit<Actions, keyof ReturnType<typeof clipboardActions> | keyof ReturnType<typeof stepActions>>;

/** Actions that add, move and remove. */
function listActions(editor: Editor, announce: Say): ListActions {
  const graph = () => editor.state().history.graph;
  const nameOf = (ids: readonly string[]) => nameIn(graph(), ids);
  /** Performs a move, and says where the nodes are then. */
  const moving = <N extends "reorderNodes" | "shiftNodes">(operation: N, wanted: Wanted<N>) => {
    const before = graph();
    editor.perform(operation, wanted, { label: steps.move(nameOf(wanted.ids)) });
    if (operation === "reorderNodes" || graph() !== before) announce(newPlace(before, graph(), wanted.ids));
  };
  const moveBefore: Actions["moveBefore"] = (ids, before, page) =>
    moving("reorderNodes", { ids, before, ...(page !== undefined && { page }) });
  return {
    add(questionType) {
      const after = editor.state().selected;
      const isName = questionType === nameItem;
      const wanted = isName
        ? { question_type: "short_text", title: whatName, is_personal: true }
        : { question_type: questionType };
      editor.settle();
      editor.perform(
        "addAfter",
        { ...wanted, after, ending: thankYou },
        { label: steps.add(isName ? nameText : readable(questionType)) },
      );
    },
    move: (ids, by) => moving("shiftNodes", { ids, by }),
    moveBefore,
    makePage(ids) {
      const before = graph();
      editor.settle();
      editor.perform("makePage", { ids }, { label: steps.makePage });
      if (graph() === before) tell(words.pageNotMade);
      else announce(words.pageMade(graph().pages?.at(-1)?.node_ids.length ?? 0));
    },
    pagesBeside: (ids) =>
      pagesBeside(graph(), ids).map(({ page, before }) => ({
        id: page.id,
        name: pageNameIn(graph(), page.id),
        join: () => moveBefore(ids, before, page.id),
      })),
    leavePage(ids) {
      editor.perform("moveToPage", { ids, page: null }, { label: steps.leavePage });
      announce(words.offPage(nameOf(ids)));
    },
    removePage(id) {
      const name = pageNameIn(graph(), id);
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
      const next = neighborOf(graph(), ids);
      editor.perform("removeNodes", { ids: [...ids], reconnect: true }, { label: steps.remove(name) });
      const still = usesOfNodes(graph(), ids);
      if (readers(still) !== "") tell(stillUsed(nodeRemoved(name), still), { label: undo, onPress: editor.undo });
      else announce(words.removed(name));
      return next;
    },
    setEntry: (id) => editor.perform("setEntry", { id }, { label: steps.entry }),
  };
}

function nameIn({ nodes }: Graph, ids: readonly string[]): string {
  const node = nodes.find(({ id }) => id === ids[0]);
  return ids.length === 1 && node ? nameOfNode(node) : questions(ids.length);
}

function pageNameIn({ pages = [] }: Graph, id: string): string {
  const at = pages.findIndex((page) => page.id === id);
  return titleText(pageName(pages[at]?.title, at + 1));
}

/** Returns a sentence about the place of moved nodes, with the page that they came to or left. */
function newPlace(before: Graph, after: Graph, ids: readonly string[]): string {
  const name = nameIn(after, ids);
  const { nodes } = after;
  const [was, is] = [before, after].map((graph) => pageOf(graph, ids[0])?.id);
  const position = words.moved(name, nodes.findIndex(({ id }) => id === ids[0]) + 1, nodes.length);
  if (is === was) return position;
  return `${position} ${is === undefined ? words.offPage(name) : words.onPage(name, pageNameIn(after, is))}`;
}

function clipboardActions(editor: Editor, announce: Say): Pick<Actions, "copy" | "cut" | "paste" | "pasteText"> {
  const pasteText = (text: string, after: string | null) => {
    const { isDone, said } = pasted(editor, text, after);
    isDone ? announce(said) : tell(said);
  };
  const orTell = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch {
      tell(notCopied);
    }
  };
  return {
    copy: (ids) =>
      orTell(async () => {
        const { text, said } = copied(editor, ids);
        await navigator.clipboard.writeText(text);
        announce(said);
      }),
    // deletes only what reached the clipboard
    cut: (ids) =>
      orTell(async () => {
        await navigator.clipboard.writeText(copied(editor, ids).text);
        announce(cutOut(editor, ids).said);
      }),
    paste: (after) => orTell(async () => pasteText(await navigator.clipboard.readText(), after)),
    pasteText,
  };
}

function stepActions(editor: Editor, announce: Say): Pick<Actions, "undo" | "redo"> {
  return {
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
