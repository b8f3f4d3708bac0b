import { useEffect } from "react";
import { useAnnounce } from "./announcer.tsx";
import { copied, cutOut } from "./clipboard.ts";
import { isText, targetsOf } from "./targets.ts";
import { useActions } from "./useActions.ts";
import { useEditor } from "./useEditor.ts";

/** Handles Ctrl+C, X and V outside fields. Clipboard events need no permission. */
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
