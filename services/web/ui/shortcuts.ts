import { useLayoutEffect } from "react";

/** Actions by key without Ctrl (`KeyboardEvent.key` in lower case). Undefined disables a key for now. */
export type KeyActions = Readonly<Record<string, (() => void) | undefined>>;

const isOffName = "pathform.singleKeysOff";

/**
 * Speech input and accidental key presses can trigger single keys, so they can be turned off (WCAG 2.1.4). Stored in the
 * browser.
 */
export const areKeysOff = (): boolean => localStorage.getItem(isOffName) !== null;
export function turnKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(isOffName);
  else localStorage.setItem(isOffName, "1");
}

/** Ignores keys while typing and over a dialog. */
export function useKeyActions(actions: KeyActions): void {
  // before the paint: a key must not do what the page showed before
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actions[event.key.toLowerCase()];
      const hasCommand = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
      if (!action || hasCommand || event.defaultPrevented || areKeysOff() || isElsewhere(event.target)) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=dialog]") !== null;
