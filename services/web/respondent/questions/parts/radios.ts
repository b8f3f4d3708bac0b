import { useRef, useState } from "preact/hooks";
import { hasModifier, isEnter, type Key, movedFocus } from "../keys.ts";

/**
 * The keys of a group of answers of which one counts (web.md §3): one place in the order of tabs, arrows move the focus and
 * nothing else, Space, a click or the answer's own key chooses, Enter continues. Unlike a browser's own radio buttons,
 * which choose whatever the focus comes to.
 */
export interface Radios {
  count: number;
  /** index, -1: none */
  chosen: number;
  isDisabled: boolean;
  /** The answer that a key stands for, or null. */
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
    // a screen reader's click has no pointer: it chooses, and takes nobody on
    onClick: () => {
      choose(index, isPressed.current);
      isPressed.current = false;
    },
  });
}
