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
import { ChosenBar } from "./chosenBar.tsx";
import styles from "./list.module.css";
import { NodeRow } from "./nodeRow.tsx";
import { type Row, rowsOf } from "./rows.ts";

interface Props {
  problems: readonly Problem[];
  onAdd(): void;
  /** Opens the form's settings. */
  onSettings(): void;
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

const Nodes = memo(function Nodes({ problems, chosen, selected, graph, onAdd, onSettings }: Shown) {
  const editor = useEditor();
  const rows = useRows(graph, problems);
  const list = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => new ListLayout<Row>({ estimatedRowHeight: 52, gap: 2, padding: 8 }), []);
  useInSight(selected, layout, list);
  const panel = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "navigation", "aria-label": words.listTitle }, panel);
  const { dragAndDropHooks } = useDragging();
  return (
    <nav ref={panel} {...landmarkProps} className={styles.panel}>
      {graph.nodes.length === 0 && <p className={styles.empty}>{words.emptyList}</p>}
      {chosen.length > 0 && <ChosenBar ids={chosen} />}
      <div className={styles.frame} onKeyDownCapture={useListKeys()} hidden={rows.length === 0}>
        <Virtualizer layout={layout} shouldObserveItemSize>
          <GridList<Row>
            ref={list}
            aria-label={words.listTitle}
            className={styles.list as string}
            items={rows}
            selectionMode="multiple"
            selectedKeys={chosen}
            onSelectionChange={(keys) =>
              editor.choose(keys === "all" ? rows.map(({ id }) => id) : (keys as Set<string>))
            }
            onAction={(key) => editor.select(String(key))}
            dragAndDropHooks={dragAndDropHooks}
            disallowTypeAhead
          >
            {(row) => <NodeRow row={row} />}
          </GridList>
        </Virtualizer>
      </div>
      <div className={styles.foot}>
        <Button look="soft" icon="plus" aria-label={words.addTitle} onPress={onAdd}>
          {listWords.add}
        </Button>
        <Button icon="settings" aria-label={words.formSettings} onPress={onSettings} />
      </div>
    </nav>
  );
});

function useRows(graph: Graph, problems: readonly Problem[]): Row[] {
  const before = useRef<ReadonlyMap<string, Row>>(new Map());
  return useMemo(() => {
    before.current = rowsOf(graph, problems, before.current);
    return [...before.current.values()];
  }, [graph, problems]);
}

/** Scrolls to a node that was selected elsewhere, such as in the list of problems. */
function useInSight(selected: string | null, layout: ListLayout<Row>, list: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const place = selected === null ? null : layout.getLayoutInfo(selected)?.rect;
    const element = list.current;
    if (!place || !element) return;
    const { scrollTop, clientHeight } = element;
    const isSeen = place.y >= scrollTop && place.maxY <= scrollTop + clientHeight;
    if (!isSeen) element.scrollTop = place.y - clientHeight / 3;
  }, [selected, layout, list]);
}

function useDragging() {
  const editor = useEditor();
  const actions = useActions();
  const nodes = () => editor.state().history.graph.nodes;
  return useDragAndDrop<Row>({
    getItems: (_, rows) => rows.map(({ node }) => ({ "text/plain": nameOfNode(node), "pathform-node": node.id })),
    onReorder({ keys, target }) {
      const ids = nodes().flatMap(({ id }) => (keys.has(id) ? [id] : []));
      const at = nodes().findIndex(({ id }) => id === target.key);
      const rest = nodes().slice(target.dropPosition === "before" ? at : at + 1);
      actions.moveBefore(ids, rest.find(({ id }) => !keys.has(id))?.id ?? null);
    },
  });
}

/** Alt+↑ ↓ move, Delete and Ctrl+D act on the focused row or on the selection. Other keys are the list's own. */
function useListKeys() {
  const editor = useEditor();
  const actions = useActions();
  return (event: KeyboardEvent) => {
    const ids = targetsOf(editor.state(), event.target);
    const isCommand = event.ctrlKey || event.metaKey;
    if (ids.length === 0) return;
    if (event.altKey && event.key === "ArrowUp") actions.move(ids, -1);
    else if (event.altKey && event.key === "ArrowDown") actions.move(ids, 1);
    else if (event.key === "Delete") actions.remove(ids);
    else if (isCommand && event.key.toLowerCase() === "d") actions.duplicate(ids);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
