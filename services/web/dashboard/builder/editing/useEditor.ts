import { createContext, useContext, useSyncExternalStore } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { Editor, EditorState } from "./editor.ts";

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("There is no editor around this component.");
  return editor;
}

export function useEditorState(): EditorState {
  const editor = useEditor();
  return useSyncExternalStore(editor.subscribe, editor.state);
}

export const useGraph = (): Graph => useEditorState().history.graph;

/** Returns a part of the state. The component renders only when that part changes. */
export function useEditorPart<T extends string | number | boolean | null>(read: (state: EditorState) => T): T {
  const editor = useEditor();
  return useSyncExternalStore(editor.subscribe, () => read(editor.state()));
}
