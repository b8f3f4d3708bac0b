import { type KeyboardEvent, memo, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { useLandmark } from "react-aria/useLandmark";
import { GridList, ListLayout, useDragAndDrop, Virtualizer } from "react-aria-components";
import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import type { EditorState } from "../editing/editor.ts";
import { targetsOf } from "../editing/targets.ts";
import { useActions } from "../editing/useActions.ts";
import { useEditor, useEditorState } from "../editing/useEditor.ts";
import { nameOfNode } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { ChosenBar } from "./chosenBar.tsx";
import styles from "./list.module.css";
import { NodeRow } from "./nodeRow.tsx";
import { type Row, rowsOf } from "./rows.ts";

interface Props {
  problems: readonly Problem[];
}

/** The form as a list: its nodes in the array's order, each with its rules as sentences. Only the rows in sight are drawn. */
export default function NodeList({ problems }: Props) {
  const { chosen, selected, history } = useEditorState();
  // what is typed is on the screen first, in its field: the rows follow when there is time for it. What is chosen does not
  // wait: the next key adds to it
  const graph = useDeferredValue(history.graph);
  return <Nodes problems={problems} chosen={chosen} selected={selected} graph={graph} />;
}

interface Shown extends Pick<EditorState, "chosen" | "selected"> {
  problems: readonly Problem[];
  graph: Graph;
}

const Nodes = memo(function Nodes({ problems, chosen, selected, graph }: Shown) {
  const editor = useEditor();
  const rows = useRows(graph, problems);
  const list = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => new ListLayout<Row>({ estimatedRowHeight: 84, gap: 8, padding: 3 }), []);
  useInSight(selected, layout, list);
  const panel = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "navigation", "aria-label": words.listTitle }, panel);
  const { dragAndDropHooks } = useDragging();
  return (
    <nav ref={panel} {...landmarkProps} className={styles.panel}>
      <h2 className={styles.title}>{words.listTitle}</h2>
      {graph.nodes.length === 0 && <p>{words.emptyList}</p>}
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
      <ButtonRow>
        <Button onPress={() => editor.select(null)}>{words.formSettings}</Button>
      </ButtonRow>
    </nav>
  );
});

function useRows(graph: Graph, problems: readonly Problem[]): Row[] {
  const table = useQuestionTable();
  const before = useRef<ReadonlyMap<string, Row>>(new Map());
  return useMemo(() => {
    before.current = rowsOf(graph, problems, table, before.current);
    return [...before.current.values()];
  }, [graph, problems, table]);
}

/** What was chosen elsewhere, as a problem's question, is scrolled to. */
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

/** What the list's own keys leave: Alt+↑ ↓ move, Delete and Ctrl+D act, on the row with the focus or on all that are chosen. */
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
