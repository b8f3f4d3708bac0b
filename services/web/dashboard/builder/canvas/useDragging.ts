import type { Connection, ReactFlowProps } from "@xyflow/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useEditor } from "../editing/useEditor.ts";
import type { Box } from "./boxes.ts";
import type { Source } from "./connecting.ts";
import type { CardNode, RuleEdge } from "./flow.ts";
import type { Position, Positions } from "./size.ts";
import type { CanvasActions } from "./useCanvasActions.ts";

interface Dragging {
  /** also of the boxes that are being dragged */
  positions: Positions;
  /** positions of the boxes that are being dragged */
  moving: Positions;
  /** Moves boxes that another handle drags. */
  onDrag(to: Positions, isDone: boolean): void;
  handlers: ReactFlowProps<CardNode, RuleEdge>;
}

interface Context {
  boxes: readonly Box[];
  /** positions by the graph */
  settled: Positions;
  /** boxes that are dragged together */
  chosen: readonly string[];
  actions: CanvasActions;
  /** an edge was dropped on the empty canvas */
  onDropped(source: Source): void;
}

const nowhere: Positions = new Map();

/** Handles the pointer on boxes and edges. Each drag is one operation, performed when it ends. */
export function useDragging({ boxes, settled, chosen, actions, onDropped }: Context): Dragging {
  const editor = useEditor();
  const dragged = useRef<ReadonlySet<string>>(new Set());
  const [moving, setMoving] = useState<Positions>(nowhere);
  const positions = useMemo(() => (moving.size === 0 ? settled : new Map([...settled, ...moving])), [settled, moving]);
  useEffect(() => {
    // a dropped box stays where it is until the graph says so
    if (settled) setMoving(nowhere);
  }, [settled]);
  const sourceOf = (id: string | null, handle: string | null | undefined): Source | null => {
    const box = boxes.find((one) => one.id === id);
    return box && handle ? { box, handle } : null;
  };
  const connect = (source: Source | null, to: string | null) => {
    if (source && to !== null && to !== source.box.id) actions.connect(source, to);
  };
  const handlers: Dragging["handlers"] = {
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
      const to = all.flatMap(({ id, position: { x, y } }): [string, Position][] =>
        dragged.current.has(id) ? [[id, { x: Math.round(x), y: Math.round(y) }]] : [],
      );
      editor.settle();
      actions.drop(Object.fromEntries(to));
    },
    onConnect: ({ source, sourceHandle, target }: Connection) => connect(sourceOf(source, sourceHandle), target),
    onConnectEnd(event, { isValid, fromNode, fromHandle }) {
      if (isValid || !fromNode || fromHandle?.type !== "source") return;
      const source = sourceOf(fromNode.id, fromHandle.id);
      const under = elementUnder(event);
      const target = under?.closest<HTMLElement>(".react-flow__node")?.dataset.id;
      if (target !== undefined) connect(source, target);
      else if (source && under?.closest(".react-flow__pane")) onDropped(source);
    },
    onReconnect: (edge, { target }) => connect(sourceOf(edge.source, edge.sourceHandle), target),
    isValidConnection: ({ source, target }) => source !== target,
  };
  const drop = (to: Positions) => {
    editor.settle();
    actions.move(Object.fromEntries(to));
  };
  const onDrag = (to: Positions, isDone: boolean) => (isDone ? drop(to) : setMoving(to));
  return { positions, moving, onDrag, handlers };
}

function elementUnder(event: MouseEvent | TouchEvent): Element | null {
  const point = "changedTouches" in event ? event.changedTouches[0] : event;
  return point ? document.elementFromPoint(point.clientX, point.clientY) : null;
}
