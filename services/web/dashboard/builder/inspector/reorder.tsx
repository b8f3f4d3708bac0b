import type { KeyboardEvent, PointerEvent } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./inspector.module.css";

interface Props {
  label: string;
  at: number;
  onMove(from: number, to: number): void;
}

/** Moves the `li` around it within its list: by dragging, or by ↑ and ↓. */
export function ReorderHandle({ label, at, onMove }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const items = itemsAround(event.currentTarget);
    if (by === undefined || !items[at + by]) return;
    event.preventDefault();
    const list = items[at]?.parentElement;
    flushSync(() => onMove(at, at + by));
    list?.children[at + by]?.querySelector<HTMLElement>("[data-handle]")?.focus();
  };
  const onPointerDown = (event: PointerEvent) => {
    const items = itemsAround(event.currentTarget);
    const list = items[at]?.parentElement;
    let now = at;
    const drag = ({ clientY }: globalThis.PointerEvent) => {
      const middle = (one: number) => {
        const box = list?.children[one]?.getBoundingClientRect();
        return box && box.y + box.height / 2;
      };
      const [before, after] = [middle(now - 1), middle(now + 1)];
      const by = before !== undefined && clientY < before ? -1 : after !== undefined && clientY > after ? 1 : 0;
      if (by !== 0) flushSync(() => onMove(now, now + by));
      now += by;
    };
    const stop = () => removeEventListener("pointermove", drag);
    addEventListener("pointermove", drag);
    addEventListener("pointerup", stop, { once: true });
    addEventListener("pointercancel", stop, { once: true });
  };
  return (
    <button
      type="button"
      data-handle
      className={styles.handle}
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      <Icon name="grip-vertical" />
    </button>
  );
}

const itemsAround = (handle: Element): Element[] => [...(handle.closest("li")?.parentElement?.children ?? [])];
