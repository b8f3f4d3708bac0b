import type { Connection, ReactFlowProps } from "@xyflow/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useEditor } from "../editing/useEditor.ts";
import type { Box } from "./boxes.ts";
import type { CardNode, WayEdge } from "./flow.ts";
import type { Position, Positions } from "./positions.ts";
import type { CanvasActions } from "./useCanvasActions.ts";

/** The dot that a way was drawn from. */
export interface DrawnFrom {
  from: string;
  handle: string;
}

interface Dragging {
  /** where each box is shown while it is dragged, too */
  positions: Positions;
  handlers: ReactFlowProps<CardNode, WayEdge>;
}

interface Context {
  boxes: readonly Box[];
  /** where the boxes are shown when nobody drags */
  settled: Positions;
  /** several that are dragged together */
  chosen: readonly string[];
  actions: CanvasActions;
  /** a way was let go over nothing */
  onDropped(from: DrawnFrom): void;
}

const nowhere: Positions = new Map();

/** What a pointer does to boxes and ways: each drag is one operation, done when it is let go. */
export function useDragging({ boxes, settled, chosen, actions, onDropped }: Context): Dragging {
  const editor = useEditor();
  const dragged = useRef<ReadonlySet<string>>(new Set());
  const [moving, setMoving] = useState<Positions>(nowhere);
  const positions = useMemo(() => (moving.size === 0 ? settled : new Map([...settled, ...moving])), [settled, moving]);
  useEffect(() => {
    // what was dragged is shown where it was let go until the graph says so, and from then on by the graph
    if (settled) setMoving(nowhere);
  }, [settled]);
  const lead = (from: string | null, handle: string | null | undefined, to: string | null) => {
    const source = boxes.find(({ id }) => id === from);
    if (source && handle && to !== null && to !== source.id) actions.connect(source, handle, to);
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
      else if (under?.closest(".react-flow__pane")) onDropped({ from: fromNode.id, handle: fromHandle.id });
    },
    onReconnect: (edge, { target }) => lead(edge.source, edge.sourceHandle, target),
    isValidConnection: ({ source, target }) => source !== target,
  };
  return { positions, handlers };
}

function elementUnder(event: MouseEvent | TouchEvent): Element | null {
  const point = "changedTouches" in event ? event.changedTouches[0] : event;
  return point ? document.elementFromPoint(point.clientX, point.clientY) : null;
}
