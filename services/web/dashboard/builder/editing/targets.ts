import type { EditorState } from "./editor.ts";

/** An element that stands for a node says so by this attribute (`data-node`): the rows of the list, the boxes of the canvas. */
const attribute = "data-node";

/** The nodes that a key means which is pressed there: what is chosen; of what is not, the one with the focus, or the inspected one. */
export function targetsOf({ chosen, selected }: EditorState, element: EventTarget | null): readonly string[] {
  const own = element instanceof Element ? element.closest(`[${attribute}]`)?.getAttribute(attribute) : null;
  if (chosen.length > 0 && (!own || chosen.includes(own))) return chosen;
  const one = own ?? selected;
  return one === null ? [] : [one];
}

/** Is text being written there, or read and marked? Then the keys of text are text's. */
export function isText(element: EventTarget | null): boolean {
  if (getSelection()?.isCollapsed === false) return true;
  return (
    element instanceof HTMLElement && element.matches("input:not([type=checkbox]), textarea, select, [contenteditable]")
  );
}
