import { Background, ReactFlow, ReactFlowProvider, useStore } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { memo, type RefObject, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useLandmark } from "react-aria/useLandmark";
import type { Graph, Page, Problem } from "../../../../../shared/domain/graph/types.ts";
import * as listWords from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import type { TidyUp } from "../editBar.tsx";
import type { EditorState } from "../editing/editor.ts";
import { targetsOf } from "../editing/targets.ts";
import { useEditor, useEditorState } from "../editing/useEditor.ts";
import { EmptyCanvas } from "../lazyPanels.ts";
import { AddPicker } from "../palette/addPicker.tsx";
import { readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import type { Box } from "./boxes.ts";
import styles from "./canvas.module.css";
import { Card, DetailContext } from "./card.tsx";
import { connectToNew, type Source } from "./connecting.ts";
import { FarEdges } from "./farEdges.tsx";
import { detailAt, firstView, seenSize, zooms } from "./firstView.ts";
import { type CardNode, type RuleEdge as FlowEdge, flowEdges, flowNodes, marksOf } from "./flow.ts";
import { dropsOf, type Frame, framesOf } from "./frames.ts";
import { useDisplayLayout, useLayOut } from "./layout/useLayouts.ts";
import { Overview } from "./overview.tsx";
import { PageFrames } from "./pageFrames.tsx";
import { shownPositions } from "./positions.ts";
import { noRoutes, type Routes, routesOf } from "./routes.ts";
import { RuleEdge } from "./ruleEdge.tsx";
import type { Positions } from "./size.ts";
import { SelectionTools } from "./tools.tsx";
import { useBoxes, useKept } from "./useBoxes.ts";
import { useCanvasActions } from "./useCanvasActions.ts";
import { useCanvasKeys } from "./useCanvasKeys.ts";
import { useDragging } from "./useDragging.ts";
import { useCovered, useSight } from "./useSight.ts";
import { ZoomButtons } from "./zoomButtons.tsx";

interface Props {
  problems: readonly Problem[];
  /** covers the end while something is selected */
  inspector: RefObject<HTMLElement | null>;
  /** moves the focus to the inspector */
  onInspect(): void;
  /** receives the action while the canvas is shown */
  onTidyUp(tidyUp: TidyUp | null): void;
  /** Opens the settings of a page. */
  onPage(page: string): void;
}

/** The form as a graph of cards. Each drag is one operation on the graph. */
export default function Canvas(props: Props) {
  // typing in the inspector comes first: the canvas follows when there is time
  const shown = useDeferredValue(useEditorState());
  return (
    <ReactFlowProvider>
      <Surface {...props} shown={shown} />
    </ReactFlowProvider>
  );
}

const nodeTypes = { card: Card };
const edgeTypes = { rule: RuleEdge };
const noPositions: Positions = new Map();

const Surface = memo(function Surface({
  problems,
  inspector,
  onInspect,
  onTidyUp,
  onPage,
  shown,
}: Props & { shown: EditorState }) {
  const { selected, chosen } = shown;
  const { graph } = shown.history;
  const editor = useEditor();
  const boxes = useBoxes(graph);
  const display = useDisplayLayout(graph.nodes, boxes);
  const settled = useMemo(
    () => (display === null ? noPositions : shownPositions(graph.nodes, boxes, display)),
    [graph.nodes, boxes, display],
  );
  useTidyUp(boxes, onTidyUp);
  const [edge, setEdge] = useState<string | null>(null);
  const [dropped, setDropped] = useState<Source | null>(null);
  const marks = useMemo(() => marksOf(problems), [problems]);
  const pages = graph.pages ?? noPages;
  const actions = useCanvasActions(boxes, settled, pages);
  const { positions, moving, onDrag, handlers } = useDragging({
    boxes,
    settled,
    chosen,
    actions,
    onDropped: setDropped,
  });
  const detail = useStore(({ transform }) => detailAt(transform[2]));
  const isFar = detail !== "all";
  const frames = useMemo(() => framesOf(pages, boxes, settled, moving), [pages, boxes, settled, moving]);
  const nodes = useCards({ boxes, positions, selected, chosen, marks });
  const edges = useRules({ boxes, settled, selected, edge, problems, graph });
  const onKeyDown = useCanvasKeys({ boxes, marks, edge, actions, onSelectEdge: setEdge, onInspect });
  const surface = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const covered = useCovered(inspector);
  const focus = () => surface.current?.focus({ preventScroll: true });
  const { landmarkProps } = useLandmark({ role: "region", "aria-label": words.title, focus }, section);
  const covering = useRef<HTMLDivElement>(null);
  const pointedAt = useSight({ selected, boxes, positions: settled, covered, covering });
  const box = boxes.find(({ id }) => id === selected) ?? null;

  const choose = (id: string | null, ofNode: string | null = null, isFurther = false) => {
    pointedAt.current = id;
    if (isFurther && id !== null) editor.choose(toggled(targetsOf(editor.state(), null), id));
    else {
      editor.choose([]);
      editor.select(id);
    }
    setEdge(ofNode);
    focus();
  };
  if (display === null) return <p className={styles.waiting}>{words.layingOut}</p>;
  return (
    <section ref={section} {...landmarkProps} className={styles.canvas} data-covered={covered > 0 || undefined}>
      <DetailContext value={detail}>
        <div className={styles.frame}>
          {boxes.length === 0 && (
            <Suspense>
              <EmptyCanvas onAdded={onInspect} />
            </Suspense>
          )}
          <SelectionTools
            ref={covering}
            boxes={boxes}
            box={box}
            targets={targetsOf(shown, null)}
            edge={edge}
            actions={actions}
            onSelectEdge={setEdge}
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
            edgeTypes={edgeTypes}
            onlyRenderVisibleElements
            {...zooms}
            {...keysAreOurs}
            {...handlers}
            onInit={({ setViewport }) =>
              void setViewport(firstView(boxes, settled, seenSize(sizeOf(surface.current), covered), selected))
            }
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
            proOptions={attributedBelow}
          >
            <Background gap={20} size={1.5} />
            {frames.length > 0 && (
              <PageFrames
                frames={frames}
                positions={positions}
                target={targetOf(frames, boxes, moving)}
                onDrag={onDrag}
                onOpen={onPage}
              />
            )}
            {isFar && <FarEdges boxes={boxes} positions={positions} edges={edges} />}
            {boxes.length > 0 && (
              <>
                <ZoomButtons covered={covered} />
                <Overview covered={covered} />
              </>
            )}
          </ReactFlow>
        </div>
      </DetailContext>
      <p id="canvas-keys" hidden>
        {words.keysHint}
      </p>
      {boxes.length > 0 && (
        <a
          className={styles.attribution}
          style={covered > 0 ? { insetInlineEnd: covered + 4 } : undefined}
          href="https://reactflow.dev"
          target="_blank"
          rel="noopener noreferrer"
        >
          {words.drawnWith}
        </a>
      )}
      {dropped && <NewTarget source={dropped} onAdded={onInspect} onClose={() => setDropped(null)} />}
    </section>
  );
});

interface CardsProps {
  boxes: readonly Box[];
  positions: Positions;
  selected: string | null;
  chosen: readonly string[];
  marks: ReturnType<typeof marksOf>;
}

/** Returns the cards. Unchanged ones are the same objects as before. */
const useCards = ({ boxes, positions, selected, chosen, marks }: CardsProps): CardNode[] =>
  useKept<CardNode[]>(
    (before) => flowNodes({ boxes, positions, isSelected: selectionOf(selected, chosen), marks }, before),
    [boxes, positions, selected, chosen, marks],
    [],
  );

interface RulesProps {
  boxes: readonly Box[];
  settled: Positions;
  /** the node in the inspector */
  selected: string | null;
  /** the selected edge */
  edge: string | null;
  problems: readonly Problem[];
  graph: Graph;
}

/** Returns the edges on their routes around cards. Unchanged ones are the same objects as before. */
function useRules({ boxes, settled, selected, edge, problems, graph }: RulesProps): FlowEdge[] {
  const faulty = useFaultyEdges(problems, graph.edges);
  const { runs } = useKept<Routes>((before) => routesOf(boxes, settled, before), [boxes, settled], noRoutes);
  return useKept<FlowEdge[]>(
    (before) =>
      flowEdges(
        { boxes, inspected: selected, selected: edge, problems: faulty, runs, labelOf: labelIn(boxes) },
        before,
      ),
    [boxes, selected, edge, faulty, runs],
    [],
  );
}

interface NewTargetProps {
  /** the rule that was dropped on the canvas, and where */
  source: Source;
  onAdded(): void;
  onClose(): void;
}

/** Asks for the type of the question that a dropped rule leads to. */
function NewTarget({ source, onAdded, onClose }: NewTargetProps) {
  const editor = useEditor();
  const table = useQuestionTable();
  return (
    <AddPicker
      title={listWords.addTitle}
      onClose={onClose}
      onChoose={(questionType) => {
        const label = listWords.steps.add(readable(questionType));
        connectToNew(editor, table, { ...source, question_type: questionType }, label);
        onAdded();
      }}
    />
  );
}

function useTidyUp(boxes: readonly Box[], onTidyUp: Props["onTidyUp"]): void {
  const layOut = useLayOut(boxes);
  const latest = useRef(layOut);
  latest.current = layOut;
  const isBusy = layOut === null;
  const isEmpty = boxes.length === 0;
  useEffect(() => {
    onTidyUp({ run: () => latest.current?.(), isBusy, isEmpty });
    return () => onTidyUp(null);
  }, [isBusy, isEmpty, onTidyUp]);
}

const selectionOf = (selected: string | null, chosen: readonly string[]) => {
  const all = new Set(chosen.length > 0 ? chosen : [selected]);
  return (id: string) => all.has(id);
};

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

const noPages: Page[] = [];
const noEdges: FlowEdge[] = [];

/** Returns the page that a dragged card would join. */
function targetOf(frames: readonly Frame[], boxes: readonly Box[], moving: Positions): string | null {
  if (moving.size === 0 || frames.length === 0) return null;
  return [...dropsOf(boxes, frames, Object.fromEntries(moving)).keys()].find((page) => page !== null) ?? null;
}

/** inside, it would cover cards */
const attributedBelow = { hideAttribution: true };
const sizeOf = (element: HTMLElement | null) => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
});

/** React Flow's own keys would act on its own selection: the editor has the selection. */
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
  return (box: Box, row: Box["rows"][number]) => words.edgeName(box.title, row.text, titles.get(row.to ?? "") ?? "");
}

function useFaultyEdges(problems: readonly Problem[], edges: readonly { id?: string }[]): ReadonlySet<string> {
  return useMemo(
    () => new Set(problems.flatMap(({ edge_index }) => edges[edge_index ?? -1]?.id ?? [])),
    [problems, edges],
  );
}
