import { useRef, useState } from "preact/hooks";

/** How far a pointer moves before a press is a drag, in px. */
const slack = 4;

interface Dragging {
  /** The list's items, in the order that they are shown, each with its value. */
  items(): { value: string; element: HTMLElement }[];
  /** The item is now between others: before how many of them it comes. */
  onMove(value: string, before: number): void;
  onCancel(): void;
}

/**
 * Dragging items of a list by a handle with a mouse, a pen or a finger. The list has the pointer's events, because an item
 * that moves would lose them. Each thing that a drag does has a button too (WCAG 2.5.7).
 */
export function useDragging({ items, onMove, onCancel }: Dragging) {
  const [dragged, setDragged] = useState<string | null>(null);
  const drag = useRef<{ value: string; from: number; isMoving: boolean } | null>(null);
  const end = () => {
    drag.current = null;
    setDragged(null);
  };
  return {
    dragged,
    handle: (value: string) => ({
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        event.preventDefault();
        drag.current = { value, from: event.clientY, isMoving: false };
        (event.currentTarget as Element).closest("ol")?.setPointerCapture(event.pointerId);
      },
    }),
    list: {
      onPointerMove({ clientY }: PointerEvent) {
        const { current } = drag;
        if (!current || (!current.isMoving && Math.abs(clientY - current.from) < slack)) return;
        current.isMoving = true;
        setDragged(current.value);
        const others = items().filter(({ value }) => value !== current.value);
        onMove(current.value, others.filter(({ element }) => middleOf(element) < clientY).length);
      },
      onPointerUp: end,
      onPointerCancel() {
        if (drag.current?.isMoving) onCancel();
        end();
      },
    },
  };
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
