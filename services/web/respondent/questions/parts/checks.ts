import { useRef } from "preact/hooks";
import { hasModifier, isEnter, type Key, movedFocus } from "../keys.ts";

/**
 * Keyboard support for a group with several answers: each item is a tab stop, arrows move the focus, Space or the item's
 * letter toggles it, Enter continues.
 */
export interface Checks {
  count: number;
  isChosen(index: number): boolean;
  /** the limit is reached or the group is disabled, so choosing does nothing */
  isBlocked(index: number): boolean;
  shortcut(key: Key): number | null;
  onToggle(index: number): void;
  onContinue(): void;
}

export function useChecks({ count, isChosen, isBlocked, shortcut, onToggle, onContinue }: Checks) {
  const items = useRef<(HTMLElement | null)[]>([]);
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (hasModifier(event) || event.key === " ") return;
    const isRtl = getComputedStyle(event.currentTarget as Element).direction === "rtl";
    const to = movedFocus(event, index, count, isRtl);
    if (to !== null) items.current[to]?.focus();
    else if (isEnter(event)) onContinue();
    else {
      const meant = shortcut(event);
      if (meant === null) return;
      items.current[meant]?.focus();
      onToggle(meant);
    }
    event.preventDefault();
  };
  return (index: number) => ({
    type: "button" as const,
    role: "checkbox" as const,
    "aria-checked": isChosen(index),
    "aria-disabled": isBlocked(index) || undefined,
    "data-focus": index === 0 || undefined,
    ref: (element: HTMLElement | null) => {
      items.current[index] = element;
    },
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
    onClick: () => onToggle(index),
  });
}
