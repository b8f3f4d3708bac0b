/** Keyboard shortcuts. */

/** Names on keyboards. */
export const keyNames = { control: "Ctrl", tab: "Tab", escape: "Esc", enter: "↵", find: "Ctrl K", copy: "D" };

export const keys = "Keyboard shortcuts";
/** of every page */
export const help = [
  ["F6, Shift+F6", "Next or previous part of the page"],
  ["Ctrl+K", "Go to a form or page"],
  ["/", "Search the list, where there is one"],
  ["?", "Show keyboard shortcuts"],
] as const;
export const areOn = "Enable single-key shortcuts in this browser";
export const close = "Close";

export const builderKeys = [
  ["+, /, Ctrl+K", "Add or find a question"],
  ["Ctrl+Z, Ctrl+Y", "Undo, redo"],
  ["F8", "Next problem"],
  ["↑ ↓", "Move through the list, or between siblings on the canvas"],
  ["→ ←", "On the canvas: follow the first rule, and back"],
  ["Enter", "Edit the question"],
  ["Space, Shift+↑↓", "Select several questions. Escape clears the selection"],
  ["Alt+arrows", "Move the selection"],
  ["Ctrl+C, Ctrl+X, Ctrl+V", "Copy, cut and paste, between forms too"],
  ["Ctrl+D", "Duplicate"],
  ["Delete", "Delete the selection"],
  ["Home", "On the canvas: go to the start"],
] as const;
export const builderGestures = [
  ["Drag a rule’s dot", "On the canvas: change the rule’s target"],
  ["Drag the dot beside a title", "On the canvas: add a rule"],
] as const;
