import { useEffect, useRef } from "react";
import type { Problem } from "../../../../shared/domain/graph/types.ts";
import { problemAt } from "../../strings/en/dashboard/builder/problems.ts";
import { typeAhead } from "../../ui/palette/typedAhead.ts";
import { useKeyActions } from "../../ui/shortcuts.ts";
import { useAnnounce } from "./editing/announcer.tsx";
import { useActions } from "./editing/useActions.ts";
import { useEditor } from "./editing/useEditor.ts";
import { placeOf } from "./problems/place.ts";
import { useProblemContext } from "./problems/useProblemContext.ts";
import type { Show } from "./useShown.ts";

/**
 * Handles keys that work anywhere in the builder except in dialogs: undo, redo, the next problem, Find. Undo in a field undoes the
 * last step too, unless the field isn't part of the draft (`data-own-undo`).
 */
export function useKeys(problems: readonly Problem[], show: Show): void {
  const add = () => {
    typeAhead();
    show({ kind: "panel", panel: "go" });
  };
  useKeyActions({ "?": () => show({ kind: "panel", panel: "keys" }), "+": add, "/": add });
  const actions = useActions();
  const editor = useEditor();
  const announce = useAnnounce();
  const seen = useRef(-1);
  const context = useProblemContext();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest("[role=dialog], [data-own-undo]")) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (isCommand && key === "z") event.shiftKey ? actions.redo() : actions.undo();
      else if (isCommand && key === "y") actions.redo();
      else if (isCommand && key === "k") add();
      else if (event.key === "F8") {
        if (problems.length === 0) return;
        seen.current = (seen.current + 1) % problems.length;
        const problem = problems[seen.current] as Problem;
        editor.select(problem.node_id ?? null);
        const place = placeOf(problem, editor.state().history.graph);
        // with the panels, which load ahead
        const text = import("./problems/problemText.ts").then(({ problemText }) => problemText(problem, context));
        void text.then((words) => announce(problemAt(place, words))).catch(() => announce(place));
      } else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}
