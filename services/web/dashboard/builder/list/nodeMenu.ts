import type { Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { menu } from "../../../strings/en/dashboard/builder/builder.ts";
import * as exchangeWords from "../../../strings/en/dashboard/builder/exchange.ts";
import type { MenuAction } from "../../../ui/menu.tsx";
import { type Actions, useActions } from "../editing/useActions.ts";
import { useEditor, useEditorPart } from "../editing/useEditor.ts";
import { canBeOnPage, pageOf } from "../model/pages.ts";
import { useQuestionTable } from "../types/questionTable.ts";

/** Actions for a node that keys and dragging do too (WCAG 2.5.7). They act on the whole selection if the node is part of it. */
export function useNodeMenu(id: string): MenuAction[] {
  const editor = useEditor();
  const actions = useActions();
  const table = useQuestionTable();
  // the pages beside a node change without it
  useEditorPart(({ history: { graph } }) =>
    (graph.pages ?? []).map(({ id: page, title, node_ids }) => `${page} ${node_ids.length} ${title}`).join(),
  );
  const { chosen, history } = editor.state();
  const { nodes, entry_node_id } = history.graph;
  const ids = chosen.length > 1 && chosen.includes(id) ? chosen : [id];
  const of = ids.length > 1 ? exchangeWords.questions(ids.length) : null;
  const node = nodes.find((one) => one.id === id);
  const canStart = node !== undefined && entry_node_id !== id && !table.factsOf(node).isEnd;
  return [
    { id: "edit", label: menu.edit, keys: "Enter", onAction: () => editor.select(id) },
    {
      id: "up",
      label: menu.up(of),
      keys: "Alt+↑",
      startsGroup: true,
      isDisabled: nodes[0]?.id === ids[0],
      onAction: () => actions.move(ids, -1),
    },
    {
      id: "down",
      label: menu.down(of),
      keys: "Alt+↓",
      isDisabled: nodes.at(-1)?.id === ids.at(-1),
      onAction: () => actions.move(ids, 1),
    },
    {
      id: "duplicate",
      label: menu.duplicate(of),
      keys: "Ctrl+D",
      startsGroup: true,
      onAction: () => actions.duplicate(ids),
    },
    { id: "copy", label: menu.copy(of), keys: "Ctrl+C", onAction: () => void actions.copy(ids) },
    { id: "cut", label: menu.cut(of), keys: "Ctrl+X", onAction: () => void actions.cut(ids) },
    { id: "paste", label: menu.paste, keys: "Ctrl+V", onAction: () => void actions.paste(id) },
    ...(node ? pageMenu(actions, history.graph, node, ids) : []),
    ...(canStart && ids.length === 1
      ? [{ id: "start", label: menu.start, startsGroup: true, onAction: () => actions.setEntry(id) }]
      : []),
    {
      id: "remove",
      label: menu.remove(of),
      keys: "Delete",
      startsGroup: true,
      isDanger: true,
      onAction: () => actions.remove(ids),
    },
  ];
}

/** Actions that put nodes on a page or take them off. */
function pageMenu(actions: Actions, graph: Graph, node: GraphNode, ids: readonly string[]): MenuAction[] {
  const isOnPage = ids.some((one) => pageOf(graph, one));
  const leave = { id: "leave", label: menu.leavePage, onAction: () => actions.leavePage(ids) };
  if (!canBeOnPage(node)) return isOnPage ? [leave] : [];
  return [
    { id: "page", label: menu.putOnPage, startsGroup: true, onAction: () => actions.makePage(ids) },
    ...actions.pagesBeside(ids).map(({ id: page, name, join }) => ({
      id: `join:${page}`,
      label: menu.joinPage(name),
      onAction: join,
    })),
    ...(isOnPage ? [leave] : []),
  ];
}
