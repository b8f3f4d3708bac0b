import { useEffect } from "react";

/** Keys without Ctrl, as `KeyboardEvent.key` has them in small letters; undefined: nothing to do just now. */
export type KeyActions = Readonly<Record<string, (() => void) | undefined>>;

const isOffName = "pathform.singleKeysOff";

/** Who speaks to the browser, or hits keys by mistake, turns them off (WCAG 2.1.4). Kept by the browser. */
export const areKeysOff = (): boolean => localStorage.getItem(isOffName) !== null;
export function turnKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(isOffName);
  else localStorage.setItem(isOffName, "1");
}

/** Neither while somebody types nor over a dialog. */
export function useKeyActions(actions: KeyActions): void {
  useEffect(() => {
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
