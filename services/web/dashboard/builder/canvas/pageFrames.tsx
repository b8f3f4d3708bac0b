import { useReactFlow, ViewportPortal } from "@xyflow/react";
import { type PointerEvent, useRef } from "react";
import styles from "./canvas.module.css";
import type { Frame } from "./frames.ts";
import type { Position, Positions } from "./size.ts";

interface Props {
  frames: readonly Frame[];
  positions: Positions;
  /** the page over which a card is dragged */
  target: string | null;
  /** Moves cards while a frame is dragged, and at the end. */
  onDrag(to: Positions, isDone: boolean): void;
  onOpen(page: string): void;
}

/** Pixels that a pointer moves before it drags. */
const dragStart = 4;

/** Frames of pages under the cards. Their headings open the page, and drag it with its cards. */
export function PageFrames({ frames, positions, target, onDrag, onOpen }: Props) {
  const { getZoom } = useReactFlow();
  const isDragged = useRef(false);
  const drag = ({ nodes }: Frame) => {
    const from = nodes.flatMap((id): [string, Position][] => {
      const position = positions.get(id);
      return position ? [[id, position]] : [];
    });
    return ({ clientX, clientY, button, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
      isDragged.current = false;
      if (button !== 0) return;
      const heading = currentTarget;
      heading.setPointerCapture(pointerId);
      const at = (event: globalThis.PointerEvent): Positions => {
        const [x, y] = [(event.clientX - clientX) / getZoom(), (event.clientY - clientY) / getZoom()];
        return new Map(from.map(([id, one]) => [id, { x: Math.round(one.x + x), y: Math.round(one.y + y) }]));
      };
      const move = (event: globalThis.PointerEvent) => {
        isDragged.current ||= Math.hypot(event.clientX - clientX, event.clientY - clientY) >= dragStart;
        if (isDragged.current) onDrag(at(event), false);
      };
      const stop = (event: globalThis.PointerEvent) => {
        heading.removeEventListener("pointermove", move);
        if (isDragged.current) onDrag(at(event), true);
      };
      heading.addEventListener("pointermove", move);
      heading.addEventListener("lostpointercapture", stop, { once: true });
    };
  };
  return (
    <ViewportPortal>
      {frames.map((frame) => (
        <div
          key={frame.id}
          className={styles.pageFrame}
          data-target={frame.id === target || undefined}
          style={{ translate: `${frame.x}px ${frame.y}px`, inlineSize: frame.width, blockSize: frame.height }}
        >
          <button
            type="button"
            className={`nopan ${styles.pageTitle}`}
            // the list has the page's heading for keys; the canvas is one tab stop
            tabIndex={-1}
            onPointerDown={drag(frame)}
            onClick={() => !isDragged.current && onOpen(frame.id)}
          >
            {frame.title}
          </button>
        </div>
      ))}
    </ViewportPortal>
  );
}
