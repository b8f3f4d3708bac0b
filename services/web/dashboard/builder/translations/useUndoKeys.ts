import { useEffect } from "react";
import { useActions } from "../editing/useActions.ts";

/** Undo and redo by keys, also in a field, as anywhere in the builder. */
export function useUndoKeys(): void {
  const actions = useActions();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest("[role=dialog], [data-own-undo], [type=search]"))
        return;
      if (!event.ctrlKey && !event.metaKey) return;
      const key = event.key.toLowerCase();
      if (key === "z") event.shiftKey ? actions.redo() : actions.undo();
      else if (key === "y") actions.redo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}
