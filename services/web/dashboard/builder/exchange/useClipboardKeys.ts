import { useEffect } from "react";
import { isText, targetsOf } from "../editing/targets.ts";
import { useEditor } from "../editing/useEditor.ts";
import { useAnnounce } from "../list/announcer.tsx";
import { useActions } from "../list/useActions.ts";
import { copied, cutOut } from "./clipboard.ts";

/** Ctrl+C, X and V, and the browser's own commands: they ask for no permission. In a field they are the field's. */
export function useClipboardKeys(): void {
  const editor = useEditor();
  const actions = useActions();
  const announce = useAnnounce();
  useEffect(() => {
    const onEvent = (event: ClipboardEvent) => {
      const { clipboardData, target, type } = event;
      if (!clipboardData || event.defaultPrevented || isText(target) || isInDialog(target)) return;
      const ids = targetsOf(editor.state(), target);
      if (type === "paste") {
        actions.pasteText(clipboardData.getData("text/plain"), ids.at(-1) ?? null);
      } else {
        if (ids.length === 0) return;
        const { text, said } = type === "cut" ? cutOut(editor, ids) : copied(editor, ids);
        clipboardData.setData("text/plain", text);
        announce(said);
      }
      event.preventDefault();
    };
    const types = ["copy", "cut", "paste"] as const;
    for (const type of types) document.addEventListener(type, onEvent);
    return () => {
      for (const type of types) document.removeEventListener(type, onEvent);
    };
  });
}

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[role=dialog]") !== null;
