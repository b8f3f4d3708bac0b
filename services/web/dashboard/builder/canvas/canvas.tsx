import {
  Background,
  type Connection,
  MiniMap,
  Panel,
  ReactFlow,
  type ReactFlowInstance,
  type ReactFlowProps,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { Problem } from "../../../../../shared/domain/graph/types.ts";
import { Button } from "../../../parts/button.tsx";
import * as listWords from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import type { EditorState } from "../editing/editor.ts";
import { targetsOf } from "../editing/targets.ts";
import { useEditor, useEditorState } from "../editing/useEditor.ts";
import { AddPicker } from "../list/addPicker.tsx";
import { readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import type { Box } from "./boxes.ts";
import styles from "./canvas.module.css";
import { Card, FarContext } from "./card.tsx";
import { connectToNew } from "./connecting.ts";
import { FarWays } from "./farWays.tsx";
import { type CardNode, flowEdges, flowNodes, marksOf, type WayEdge } from "./flow.ts";
import { useDisplayLayout } from "./layout/useLayouts.ts";
import { type Position, type Positions, shownPositions } from "./positions.ts";
import { boxWidth } from "./size.ts";
import { ChosenTools, Tools } from "./tools.tsx";
import { useBoxes, useKept } from "./useBoxes.ts";
import { useCanvasActions } from "./useCanvasActions.ts";
import { useCanvasKeys } from "./useCanvasKeys.ts";

interface Props {
  problems: readonly Problem[];
  /** to the form of what is selected */
  onInspect(): void;
}

/** The form as a graph: what is drawn here is the graph itself, and each drag one operation on it. */
export default function Canvas(props: Props) {
  // what is typed is on the screen first, in its field: the canvas follows when there is time for it
  const shown = useDeferredValue(useEditorState());
  return (
    <ReactFlowProvider>
      <Surface {...props} shown={shown} />
    </ReactFlowProvider>
  );
}

/** Below that zoom a node is a box. */
const farZoom = 0.45;
const zooms = { minZoom: 0.05, maxZoom: 1.5 };
const nodeTypes = { card: Card };
const noPositions: Positions = new Map();

const Surface = memo(function Surface({ problems, onInspect, shown }: Props & { shown: EditorState }) {
  const { selected, chosen } = shown;
  const { graph } = shown.history;
  const editor = useEditor();
  const boxes = useBoxes(graph);
  const display = useDisplayLayout(graph.nodes, boxes);
  const settled = useMemo(
    () => (display === null ? noPositions : shownPositions(graph.nodes, boxes, display)),
    [graph.nodes, boxes, display],
  );
  const [moving, setMoving] = useState<Positions>(noPositions);
  const positions = useMemo(() => (moving.size === 0 ? settled : new Map([...settled, ...moving])), [settled, moving]);
  useEffect(() => {
    // what was dragged is shown where it was let go until the graph says so, and from then on by the graph
    if (settled) setMoving(noPositions);
  }, [settled]);
  const [way, setWay] = useState<string | null>(null);
  const [dropped, setDropped] = useState<{ from: string; handle: string } | null>(null);
  const marks = useMemo(() => marksOf(problems), [problems]);
  const faulty = useFaultyEdges(problems, graph.edges);
  const isFar = useStore(({ transform }) => transform[2] < farZoom);
  const nodes = useKept<CardNode[]>(
    (before) => flowNodes({ boxes, positions, isSelected: selectionOf(selected, chosen), problems: marks }, before),
    [boxes, positions, selected, chosen, marks],
    [],
  );
  const edges = useKept<WayEdge[]>(
    (before) => flowEdges({ boxes, selected: way, problems: faulty, labelOf: labelIn(boxes) }, before),
    [boxes, way, faulty],
    [],
  );
  const actions = useCanvasActions(boxes, settled);
  const onKeyDown = useCanvasKeys({ boxes, marks, way, actions, onChooseWay: setWay, onInspect });
  const dragged = useRef<ReadonlySet<string>>(new Set());
  const surface = useRef<HTMLDivElement>(null);
  const byPointer = useReveal(selected, boxes, settled);
  const table = useQuestionTable();
  const box = boxes.find(({ id }) => id === selected) ?? null;

  const choose = (id: string | null, edge: string | null = null, isFurther = false) => {
    byPointer.current = true;
    if (isFurther && id !== null) editor.choose(toggled(targetsOf(editor.state(), null), id));
    else {
      editor.choose([]);
      editor.select(id);
    }
    setWay(edge);
    surface.current?.focus({ preventScroll: true });
  };
  const boxOf = (id: string) => boxes.find((one) => one.id === id);
  const lead = (from: string | null, handle: string | null | undefined, to: string | null) => {
    const source = boxOf(from ?? "");
    if (source && handle && to !== null && to !== source.id) actions.connect(source, handle, to);
  };
  const dragging: ReactFlowProps<CardNode, WayEdge> = {
    onNodeDragStart(_, { id }) {
      dragged.current = new Set(chosen.includes(id) ? chosen : [id]);
    },
    onNodesChange(changes) {
      const moved = changes.flatMap((change): [string, Position][] =>
        change.type === "position" && change.dragging && change.position && dragged.current.has(change.id)
          ? [[change.id, change.position]]
          : [],
      );
      if (moved.length > 0) setMoving(new Map(moved));
    },
    onNodeDragStop(_, _node, all) {
      const places = all.flatMap(({ id, position: { x, y } }): [string, Position][] =>
        dragged.current.has(id) ? [[id, { x: Math.round(x), y: Math.round(y) }]] : [],
      );
      editor.settle();
      actions.place(Object.fromEntries(places));
    },
    onConnect: ({ source, sourceHandle, target }: Connection) => lead(source, sourceHandle, target),
    onConnectEnd(event, { isValid, fromNode, fromHandle }) {
      if (isValid || !fromNode || fromHandle?.type !== "source" || !fromHandle.id) return;
      const under = elementUnder(event);
      const target = under?.closest<HTMLElement>(".react-flow__node")?.dataset.id;
      if (target !== undefined) lead(fromNode.id, fromHandle.id, target);
      else if (under?.closest(".react-flow__pane")) setDropped({ from: fromNode.id, handle: fromHandle.id });
    },
    onReconnect: (edge, { target }) => lead(edge.source, edge.sourceHandle, target),
    isValidConnection: ({ source, target }) => source !== target,
  };

  if (display === null) return <p className={styles.waiting}>{words.layingOut}</p>;
  return (
    <section className={styles.canvas} aria-label={words.title}>
      <Tools boxes={boxes} onInspect={onInspect} />
      {boxes.length === 0 && <p>{words.empty}</p>}
      <FarContext value={isFar}>
        <div className={styles.frame}>
          <ChosenTools
            boxes={boxes}
            box={box}
            targets={targetsOf(shown, null)}
            way={way}
            actions={actions}
            onChooseWay={setWay}
            onInspect={onInspect}
          />
          <ReactFlow
            ref={surface}
            className={styles.surface as string}
            tabIndex={0}
            aria-label={words.graph}
            aria-describedby="canvas-keys"
            onKeyDown={onKeyDown}
            nodes={nodes}
            edges={isFar ? noEdges : edges}
            nodeTypes={nodeTypes}
            onlyRenderVisibleElements
            {...zooms}
            {...keysAreOurs}
            {...dragging}
            onInit={(flow) => void showFirst(flow, boxes, settled, selected)}
            onNodeClick={({ shiftKey, ctrlKey, metaKey }, { id }) => choose(id, null, shiftKey || ctrlKey || metaKey)}
            onNodeDoubleClick={onInspect}
            onEdgeClick={(_, { id, source }) => choose(source, id)}
            onPaneClick={() => choose(null)}
            panOnScroll
            zoomOnDoubleClick={false}
            nodeDragThreshold={4}
            selectNodesOnDrag={false}
            elementsSelectable={false}
            edgesReconnectable={false}
            attributionPosition="top-right"
          >
            <Background gap={24} size={1.5} />
            {isFar && <FarWays boxes={boxes} positions={positions} />}
            <ZoomButtons />
            <MiniMap className={styles.minimap as string} style={minimapSize} pannable ariaLabel={words.minimap} />
          </ReactFlow>
        </div>
      </FarContext>
      <details className={styles.keys}>
        <summary>{words.keysTitle}</summary>
        <p id="canvas-keys">{words.keysHint}</p>
      </details>
      {dropped && (
        <AddPicker
          title={listWords.addTitle}
          onClose={() => setDropped(null)}
          onChoose={(questionType) => {
            connectToNew(
              editor,
              table,
              { ...dropped, question_type: questionType },
              listWords.steps.add(readable(questionType)),
            );
            onInspect();
          }}
        />
      )}
    </section>
  );
});

const selectionOf = (selected: string | null, chosen: readonly string[]) => {
  const all = new Set(chosen.length > 0 ? chosen : [selected]);
  return (id: string) => all.has(id);
};

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

const noEdges: WayEdge[] = [];
const minimapSize = { width: 160, height: 110 };

/** React Flow's own keys would act on what it has selected; here the editor knows what is selected. */
const keysAreOurs = {
  disableKeyboardA11y: true,
  nodesFocusable: false,
  edgesFocusable: false,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  panActivationKeyCode: null,
  zoomActivationKeyCode: null,
};

function labelIn(boxes: readonly Box[]) {
  const titles = new Map(boxes.map(({ id, title }) => [id, title]));
  return (box: Box, row: Box["rows"][number]) => words.way(box.title, row.text, titles.get(row.to ?? "") ?? "");
}

function useFaultyEdges(problems: readonly Problem[], edges: readonly { id?: string }[]): ReadonlySet<string> {
  return useMemo(
    () => new Set(problems.flatMap(({ edge_index }) => edges[edge_index ?? -1]?.id ?? [])),
    [problems, edges],
  );
}

function elementUnder(event: MouseEvent | TouchEvent): Element | null {
  const point = "changedTouches" in event ? event.changedTouches[0] : event;
  return point ? document.elementFromPoint(point.clientX, point.clientY) : null;
}

/** All of it where it can be read; else what is selected, or the start, and what comes after it. */
async function showFirst(
  flow: ReactFlowInstance<CardNode, WayEdge>,
  boxes: readonly Box[],
  positions: Positions,
  selected: string | null,
): Promise<void> {
  await flow.fitView({ maxZoom: 1, padding: 0.08 });
  if (flow.getZoom() >= readableZoom) return;
  const id = selected ?? boxes.find(({ isEntry }) => isEntry)?.id ?? boxes[0]?.id ?? "";
  const { x, y } = positions.get(id) ?? { x: 0, y: 0 };
  await flow.setViewport({ x: firstEdge - x * firstZoom, y: 2 * firstEdge - y * firstZoom, zoom: firstZoom });
}

/** Letters of 14 px are not smaller than 10 then. */
const readableZoom = 0.7;
const firstZoom = 0.8;
const firstEdge = 40;

/** Brings what was selected by a key or elsewhere into sight; what somebody has pointed at is. */
function useReveal(selected: string | null, boxes: readonly Box[], positions: Positions) {
  const flow = useReactFlow();
  const size = useStore(
    ({ width, height }) => ({ width, height }),
    (a, b) => a.width === b.width && a.height === b.height,
  );
  const byPointer = useRef(false);
  const latest = useRef({ boxes, positions, size });
  latest.current = { boxes, positions, size };
  useEffect(() => {
    const wasPointer = byPointer.current;
    byPointer.current = false;
    if (selected === null || wasPointer) return;
    const { boxes: all, positions: places, size: view } = latest.current;
    const [place, box] = [places.get(selected), all.find(({ id }) => id === selected)];
    if (!place || !box || view.width === 0) return;
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [place.x * zoom + x, place.y * zoom + y];
    const isInside =
      left >= 0 && top >= 0 && left + boxWidth * zoom <= view.width && top + box.height * zoom <= view.height;
    if (isInside && zoom >= farZoom) return;
    void flow.setCenter(place.x + boxWidth / 2, place.y + box.height / 2, { zoom: Math.max(zoom, 0.6) });
  }, [selected, flow]);
  return byPointer;
}

function ZoomButtons() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <Panel position="bottom-left">
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields */}
      <div role="group" className={styles.zoom} aria-label={words.zoomGroup}>
        <Button aria-label={words.zoomIn} onPress={() => void zoomIn()}>
          +
        </Button>
        <Button aria-label={words.zoomOut} onPress={() => void zoomOut()}>
          −
        </Button>
        <Button onPress={() => void fitView()}>{words.fit}</Button>
      </div>
    </Panel>
  );
}
