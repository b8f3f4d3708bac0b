import { useRef, useState } from "preact/hooks";

/** Distance in px before a press becomes a drag. */
const slack = 4;

interface Dragging {
  /** Items with their values, in the order shown. */
  items(): { value: string; element: HTMLElement }[];
  /** The item was moved: `before` is how many other items come before it. */
  onMove(value: string, before: number): void;
  onCancel(): void;
}

/**
 * Drags list items by a handle with a mouse, pen or finger. Events go to the list, because a moving item would lose them.
 * Each drag also has a button (WCAG 2.5.7).
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
