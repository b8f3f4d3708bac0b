import { type KeyboardEvent, memo, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { useLandmark } from "react-aria/useLandmark";
import { GridList, ListLayout, useDragAndDrop, Virtualizer } from "react-aria-components";
import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import * as listWords from "../../../strings/en/dashboard/builder/list.ts";
import { Button } from "../../../ui/button.tsx";
import type { EditorState } from "../editing/editor.ts";
import { targetsOf } from "../editing/targets.ts";
import { useActions } from "../editing/useActions.ts";
import { useEditor, useEditorState } from "../editing/useEditor.ts";
import { nameOfNode } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { ChosenBar } from "./chosenBar.tsx";
import styles from "./list.module.css";
import { NodeRow } from "./nodeRow.tsx";
import { PageHeading } from "./pageHeading.tsx";
import { dropAt, type Item, isHeading, pageOfKey, type Row, rowsOf, withHeadings } from "./rows.ts";

interface Props {
  problems: readonly Problem[];
  onAdd(): void;
  /** Opens the form's settings. */
  onSettings(): void;
  /** Opens the settings of a page. */
  onPage(page: string): void;
}

/** The form's nodes in the array's order. Only the rows in sight are rendered. */
export function NodeList(props: Props) {
  const { chosen, selected, history } = useEditorState();
  // typing comes first, the rows follow. The selection doesn't wait, since the next key adds to it
  const graph = useDeferredValue(history.graph);
  return <Nodes {...props} chosen={chosen} selected={selected} graph={graph} />;
}

interface Shown extends Props, Pick<EditorState, "chosen" | "selected"> {
  graph: Graph;
}

const Nodes = memo(function Nodes({ problems, chosen, selected, graph, onAdd, onSettings, onPage }: Shown) {
  const editor = useEditor();
  const rows = useRows(graph, problems);
  const list = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => new ListLayout<Item>({ estimatedRowHeight: 52, gap: 2, padding: 8 }), []);
  useInSight(selected, rows, layout, list);
  const panel = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "navigation", "aria-label": words.listTitle }, panel);
  const { dragAndDropHooks } = useDragging(rows);
  const headings = useMemo(() => rows.filter(isHeading).map(({ id }) => id), [rows]);
  return (
    <nav ref={panel} {...landmarkProps} className={styles.panel}>
      {graph.nodes.length === 0 && <p className={styles.empty}>{words.emptyList}</p>}
      {chosen.length > 0 && <ChosenBar ids={chosen} />}
      <div className={styles.frame} onKeyDownCapture={useListKeys()} hidden={rows.length === 0}>
        <Virtualizer layout={layout} shouldObserveItemSize>
          <GridList<Item>
            ref={list}
            aria-label={words.listTitle}
            className={styles.list as string}
            items={rows}
            selectionMode="multiple"
            selectedKeys={chosen}
            // headings can be opened and dragged, but not selected
            disabledKeys={headings}
            disabledBehavior="selection"
            onSelectionChange={(keys) =>
              editor.choose(
                keys === "all" ? rows.flatMap((one) => (isHeading(one) ? [] : one.id)) : (keys as Set<string>),
              )
            }
            onAction={(key) => {
              const page = pageOfKey(String(key));
              page === null ? editor.select(String(key)) : onPage(page);
            }}
            dragAndDropHooks={dragAndDropHooks}
            disallowTypeAhead
          >
            {(row) => (isHeading(row) ? <PageHeading heading={row} onOpen={onPage} /> : <NodeRow row={row} />)}
          </GridList>
        </Virtualizer>
      </div>
      <div className={styles.foot}>
        <Button look="soft" icon="plus" aria-label={words.addTitle} onPress={onAdd}>
          {listWords.add}
        </Button>
        <Button icon="flag" aria-label={words.formSettings} onPress={onSettings} />
      </div>
    </nav>
  );
});

function useRows(graph: Graph, problems: readonly Problem[]): Item[] {
  const table = useQuestionTable();
  const before = useRef<ReadonlyMap<string, Row>>(new Map());
  return useMemo(() => {
    before.current = rowsOf({ graph, problems, table }, before.current);
    return withHeadings(before.current.values(), graph.pages);
  }, [graph, problems, table]);
}

/** Scrolls to a node that was selected elsewhere, such as in the list of problems, or added, once it has a row. */
function useInSight(
  selected: string | null,
  rows: readonly Item[],
  layout: ListLayout<Item>,
  list: RefObject<HTMLDivElement | null>,
): void {
  const isRow = rows.some(({ id }) => id === selected);
  useEffect(() => {
    if (!isRow || selected === null) return;
    // the layout has a new row after the list has drawn it
    const frame = requestAnimationFrame(() => {
      const place = layout.getLayoutInfo(selected)?.rect;
      const element = list.current;
      if (!place || !element) return;
      const { scrollTop, clientHeight } = element;
      const isSeen = place.y >= scrollTop && place.maxY <= scrollTop + clientHeight;
      if (!isSeen) element.scrollTop = place.y - clientHeight / 3;
    });
    return () => cancelAnimationFrame(frame);
  }, [selected, isRow, layout, list]);
}

function useDragging(items: readonly Item[]) {
  const editor = useEditor();
  const actions = useActions();
  const graph = () => editor.state().history.graph;
  return useDragAndDrop<Item>({
    getItems: (_, rows) =>
      rows.map((row) => ({
        "text/plain": isHeading(row) ? (row.page.title ?? "") : nameOfNode(row.node),
        "pathform-node": row.id,
      })),
    onReorder({ keys, target }) {
      const page = [...keys].map((key) => pageOfKey(String(key))).find((id) => id !== null);
      const own = graph().pages?.find(({ id }) => id === page);
      const moved = new Set(own ? own.node_ids : (keys as Set<string>));
      const ids = graph().nodes.flatMap(({ id }) => (moved.has(id) ? [id] : []));
      const drop = dropAt(items, String(target.key), target.dropPosition === "before", moved);
      if (!own) return actions.moveBefore(ids, drop.before, drop.page);
      // a page isn't dropped into another one, but behind it
      const other = drop.page === own.id ? undefined : graph().pages?.find(({ id }) => id === drop.page);
      const last = graph().nodes.findLastIndex(({ id }) => other?.node_ids.includes(id));
      actions.moveBefore(ids, other ? (graph().nodes[last + 1]?.id ?? null) : drop.before);
    },
  });
}

/** Alt+↑ ↓ move, Delete and Ctrl+D act on the focused row or on the selection. Other keys are the list's own. */
function useListKeys() {
  const editor = useEditor();
  const actions = useActions();
  return (event: KeyboardEvent) => {
    const { pages = [] } = editor.state().history.graph;
    const focused = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    const page = pageOfKey(focused?.getAttribute("data-key") ?? "");
    const ids = pages.find(({ id }) => id === page)?.node_ids ?? targetsOf(editor.state(), event.target);
    const isCommand = event.ctrlKey || event.metaKey;
    if (ids.length === 0) return;
    if (event.altKey && event.key === "ArrowUp") actions.move(ids, -1);
    else if (event.altKey && event.key === "ArrowDown") actions.move(ids, 1);
    else if (page !== null) return;
    else if (event.key === "Delete") actions.remove(ids);
    else if (isCommand && event.key.toLowerCase() === "d") actions.duplicate(ids);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
