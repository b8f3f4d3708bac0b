import { useRef, useState } from "preact/hooks";
import { hasModifier, isEnter, type Key, movedFocus } from "../keys.ts";

/**
 * Keyboard support for a group with one answer (web.md §3): the group has one tab stop, arrows only move the focus, Space or
 * the item's key chooses it, Enter continues. Native radio buttons would choose on focus.
 */
export interface Radios {
  count: number;
  /** index, or -1 */
  chosen: number;
  isDisabled: boolean;
  /** Returns the index that a key chooses, or null. */
  shortcut(key: Key): number | null;
  onChoose(index: number, byPointer: boolean): void;
  onContinue(): void;
}

export function useRadios({ count, chosen, isDisabled, shortcut, onChoose, onContinue }: Radios) {
  const items = useRef<(HTMLElement | null)[]>([]);
  const [focused, setFocused] = useState<number | null>(null);
  const isPressed = useRef(false);
  const tabStop = Math.min(focused ?? Math.max(chosen, 0), count - 1);

  const choose = (index: number, byPointer: boolean) => {
    if (!isDisabled) onChoose(index, byPointer);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    isPressed.current = false;
    if (hasModifier(event)) return;
    const isRtl = getComputedStyle(event.currentTarget as Element).direction === "rtl";
    const to = movedFocus(event, index, count, isRtl);
    if (to !== null) items.current[to]?.focus();
    else if (event.key === " ") choose(index, false);
    else if (isEnter(event)) onContinue();
    else {
      const meant = shortcut(event);
      if (meant === null) return;
      items.current[meant]?.focus();
      choose(meant, false);
    }
    event.preventDefault();
  };
  return (index: number) => ({
    type: "button" as const,
    role: "radio" as const,
    "aria-checked": index === chosen,
    "aria-disabled": isDisabled || undefined,
    tabIndex: index === tabStop ? 0 : -1,
    "data-focus": index === tabStop || undefined,
    ref: (element: HTMLElement | null) => {
      items.current[index] = element;
    },
    onFocus: () => setFocused(index),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
    onPointerDown: () => {
      isPressed.current = true;
    },
    // a screen reader's click has no pointer, so it chooses without continuing
    onClick: () => {
      choose(index, isPressed.current);
      isPressed.current = false;
    },
  });
}
