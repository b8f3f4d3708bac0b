import { useCallback, useEffect, useState } from "react";
import { useEditor, useEditorState } from "./editing/useEditor.ts";
import { nothingShown, open, type ShowEvent, type Shown, selectionAfter } from "./shown.ts";

export type Show = (event: ShowEvent) => void;

/** Returns what is shown beside the form, and a function that changes it. */
export function useShown(): [Shown, Show] {
  const editor = useEditor();
  const { selected } = useEditorState();
  const [shown, setShown] = useState(nothingShown);
  const show = useCallback<Show>(
    (event) => {
      const selection = selectionAfter(event);
      if (selection !== undefined) editor.select(selection);
      setShown((before) => open(before, event));
    },
    [editor],
  );
  useEffect(() => {
    if (selected !== null) show({ kind: "question_selected" });
  }, [selected, show]);
  return [shown, show];
}
