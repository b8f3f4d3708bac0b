/** The builder's list, its header and what undoing calls each step. */

/** Types whose identifier, read as words, would not be what people call them. */
export const typeNames: Readonly<Record<string, string>> = { yes_no: "Yes or no", email: "E-mail" };

export const editor = "Editor";
export const untitled = (type: string) => `${type} without a title`;

export const undo = (label: string | null) => (label === null ? "Undo" : `Undo: ${label}`);
export const redo = (label: string | null) => (label === null ? "Redo" : `Redo: ${label}`);
export const undoShort = "Undo";
export const redoShort = "Redo";
export const publish = "Publish";
export const toolbar = "Form";
/** `isCut`: as many as are told at once, so there may be more of the last kind. */
export const problemsButton = (errors: number, warnings: number, isCut = false) =>
  errors + warnings === 0
    ? "No problems"
    : [count(errors, "error", isCut && warnings === 0), count(warnings, "warning", isCut)].filter(Boolean).join(", ");
/** The same in a sign: the worst kind alone is counted. */
export const problemsShort = (errors: number, warnings: number) =>
  errors + warnings === 0 ? "✓" : `⚠\uFE0E ${errors || warnings}`;
const count = (number: number, noun: string, orMore: boolean) =>
  number === 0 ? "" : `${number}${orMore ? " or more" : ""} ${noun}${number === 1 ? "" : "s"}`;

export const listTitle = "Questions and screens";
export const emptyList = "This form is empty. Add its first screen or question.";
export const addTitle = "Add a question or screen";
/** on the button: as much as has room beside another one on a phone */
export const addShort = "Add a question";
export const insertTitle = "Insert here";
export const formSettings = "Form settings";
export const place = (number: number) => `${number}.`;
export const isEntry = "Start";
export const isFallback = "Otherwise the end";
export const otherwise = "Otherwise";
export const always = "Then";
export const goTo = (rule: string, target: string) => `${rule} → ${target}`;
export const noWay = "Nothing comes after this yet.";
export const intoFallback = (target: string) => `Otherwise → ${target}`;
export const missingTarget = (id: string) => `“${id}”, which is not there`;
export const problemsOf = (errors: number, warnings: number) => problemsButton(errors, warnings);
export const backToList = "Back to the list";
export const drag = (name: string) => `Drag ${name}`;
export const choose = (name: string) => `Choose ${name}`;
export const menuOf = (name: string) => `Actions for ${name}`;
export const isInspected = "open";
export const chosen = (number: number) => `${number} chosen`;
export const chooseNone = "Choose none";
const those = (text: string, of: string | null) => (of === null ? text : `${text}: ${of}`);
export const menu = {
  edit: "Edit",
  up: (of: string | null) => those("Move up", of),
  down: (of: string | null) => those("Move down", of),
  duplicate: (of: string | null) => those("Duplicate", of),
  copy: (of: string | null) => those("Copy", of),
  cut: (of: string | null) => those("Cut", of),
  paste: "Paste after this",
  start: "Start here",
  remove: (of: string | null) => those("Remove", of),
};

export const moved = (name: string, place: number, of: number) => `${name} is now ${place} of ${of}.`;
export const removed = (name: string) => `${name} was removed. Ctrl+Z brings it back.`;
export const wasAdded = (name: string) => `${name} was added.`;
export const undone = (label: string) => `Undone: ${label}.`;
export const redone = (label: string) => `Done again: ${label}.`;

/** What a step is called when it is undone. */
export const steps = {
  add: (type: string) => `add ${type.toLowerCase()}`,
  insert: (type: string) => `insert ${type.toLowerCase()}`,
  remove: (name: string) => `remove “${name}”`,
  duplicate: (name: string) => `copy “${name}”`,
  cut: (name: string) => `cut ${name}`,
  paste: (name: string) => `paste ${name}`,
  move: (name: string) => `move “${name}”`,
  title: "edit title",
  description: "edit description",
  required: "change what is required",
  type: "change type",
  config: (field: string) => `change ${field.toLowerCase()}`,
  rename: "change id",
  renameValue: "change value",
  entry: "change start",
  fallback: "change the end otherwise",
  hidden: "change hidden fields",
  renameHidden: (key: string) => `rename hidden field “${key}”`,
  addRule: "add rule",
  removeRule: "remove rule",
  moveRule: "move rule",
  target: "change where a rule leads",
  condition: "change condition",
  leaveOut: "take out what was changed elsewhere",
  conflict: "choose a side",
  restoreKept: "restore unsaved changes",
  import: "import a form",
};
