/** A page's single keys. */

export const keys = "Keyboard shortcuts";
/** of every page */
export const help = [
  ["F6, Shift+F6", "Goes to the next part of the page, and back"],
  ["?", "Shows these keys"],
] as const;
export const areOn = "Single keys work in this browser";
export const close = "Close";

export const builderKeys = [
  ["Ctrl+K", "Goes to a question, or adds one of any type"],
  ["Ctrl+Z, Ctrl+Y", "Undoes the last step, and does it again"],
  ["F8", "Goes to the next problem"],
  ["↑ ↓", "Go through the list; on the canvas, to what comes from the same question"],
  ["→ ←", "On the canvas: on along the first rule, and back"],
  ["Enter", "Edits the question"],
  ["Space, Shift+↑ ↓", "Choose several questions; Escape chooses none"],
  ["Alt+arrows", "Move what is chosen"],
  ["Ctrl+C, X, V", "Copy, cut and paste, between forms too"],
  ["Ctrl+D", "Duplicates"],
  ["Delete", "Removes"],
  ["Home", "On the canvas: to the start"],
  ["Drag a rule’s dot", "On the canvas: leads the rule to another question"],
  ["Drag the dot beside a title", "On the canvas: begins a new rule"],
] as const;
