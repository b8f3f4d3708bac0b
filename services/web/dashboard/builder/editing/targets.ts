import type { EditorState } from "./editor.ts";

/** Has the node's id on rows of the list and cards of the canvas. */
const attribute = "data-node";

/** Returns the nodes that a key acts on: the selected ones, else the focused one, else the one in the inspector. */
export function targetsOf({ chosen, selected }: EditorState, element: EventTarget | null): readonly string[] {
  const own = element instanceof Element ? element.closest(`[${attribute}]`)?.getAttribute(attribute) : null;
  if (chosen.length > 0 && (!own || chosen.includes(own))) return chosen;
  const one = own ?? selected;
  return one === null ? [] : [one];
}

/** Returns whether text is being edited or selected: its keys then act on the text. */
export function isText(element: EventTarget | null): boolean {
  if (getSelection()?.isCollapsed === false) return true;
  return (
    element instanceof HTMLElement && element.matches("input:not([type=checkbox]), textarea, select, [contenteditable]")
  );
}
