/** Texts of the builder's list and bar, and the names of undo steps. */

export const editor = "Builder";

export const undo = (label: string | null) => (label === null ? "Undo" : `Undo: ${label}`);
export const redo = (label: string | null) => (label === null ? "Redo" : `Redo: ${label}`);
export const publish = "Publish";
export const toolbar = "Form";
export const editBar = "Edit";
/** `isCut`: the list has reached its limit, so there may be more of the last kind. */
export const problemsButton = (errors: number, warnings: number, isCut = false) =>
  errors + warnings === 0
    ? "No problems"
    : [count(errors, "error", isCut && warnings === 0), count(warnings, "warning", isCut)].filter(Boolean).join(", ");
const count = (number: number, noun: string, orMore: boolean) =>
  number === 0 ? "" : `${number}${orMore ? " or more" : ""} ${noun}${number === 1 ? "" : "s"}`;

export const listTitle = "Questions and screens";
export const emptyList = "No questions yet. Add a question or screen to get started.";
export const addTitle = "Add a question or screen";
export const addShort = "Add";
export const find = "Find";
export const paletteTitle = "Add or find a question";
export const insertTitle = "Insert here";
export const formSettings = "Start and end";
export const closeForm = "Close form settings";
export const place = (number: number) => `${number}.`;
export const kind = (number: number, type: string) => `${number} · ${type}`;
export const isEntry = "Start";
export const isFallback = "Default end";
export const otherwise = "Otherwise";
export const always = "Always";
export const goTo = (rule: string, target: string) => `${rule} → ${target}`;
export const noWay = "No next step yet.";
export const intoFallback = (target: string) => `Otherwise → ${target}`;
export const missingTarget = (id: string) => `“${id}” (missing)`;
export const problemsOf = (errors: number, warnings: number) => problemsButton(errors, warnings);
export const drag = (name: string) => `Drag ${name}`;
export const choose = (name: string) => `Select ${name}`;
export const menuOf = (name: string) => `Actions for ${name}`;
export const isInspected = "open";
export const chosen = (number: number) => `${number} selected`;
export const chooseNone = "Clear selection";
const those = (text: string, of: string | null) => (of === null ? text : `${text}: ${of}`);
export const menu = {
  edit: "Edit",
  up: (of: string | null) => those("Move up", of),
  down: (of: string | null) => those("Move down", of),
  duplicate: (of: string | null) => those("Duplicate", of),
  copy: (of: string | null) => those("Copy", of),
  cut: (of: string | null) => those("Cut", of),
  paste: "Paste after this",
  putOnPage: "Group on one page",
  joinPage: (name: string) => `Add to “${name}”`,
  askOneByOne: "Ungroup page",
  leavePage: "Remove from page",
  start: "Set as start",
  remove: (of: string | null) => those("Delete", of),
};

export const onPage = (name: string, page: string) => `${name} is now on ${page}.`;
export const offPage = (name: string) => `${name} was removed from its page.`;
export const pageMade = (number: number) =>
  `${number} ${number === 1 ? "question is" : "questions are"} now on one page. Press Ctrl+Z to undo.`;
export const pageRemoved = (page: string) => `The questions of ${page} are now asked one by one. Press Ctrl+Z to undo.`;
export const pageNotMade = "A page can have up to 50 questions and a form up to 300 pages. Select fewer questions.";
export const moved = (name: string, place: number, of: number) => `${name} is now ${place} of ${of}.`;
export const removed = (name: string) => `${name} deleted. Press Ctrl+Z to undo.`;
export const wasAdded = (name: string) => `${name} added.`;
export const undone = (label: string) => `Undone: ${label}.`;
export const redone = (label: string) => `Redone: ${label}.`;

export const translations = "Translations";

/** Title of the end screen that comes with the first question. */
export const thankYou = "Thank you";
/** The palette's question for a name. */
export const nameText = "Name";
export const whatName = "What’s your name?";

/** Names of steps in Undo and Redo. */
export const steps = {
  add: (type: string) => `add ${type.toLowerCase()}`,
  addList: (number: number) => `add ${number} ${number === 1 ? "question" : "questions"}`,
  template: (title: string) => `use template “${title}”`,
  insert: (type: string) => `insert ${type.toLowerCase()}`,
  remove: (name: string) => `delete “${name}”`,
  duplicate: (name: string) => `duplicate “${name}”`,
  cut: (name: string) => `cut ${name}`,
  paste: (name: string) => `paste ${name}`,
  move: (name: string) => `move “${name}”`,
  title: "edit title",
  description: "edit description",
  required: "change required",
  personal: "change personal data",
  showIf: "change when a question is shown",
  validIf: "change answer checks",
  image: "change image",
  type: "change type",
  config: (field: string) => `change ${field.toLowerCase()}`,
  rename: "change ID",
  renameValue: "change value",
  entry: "change start",
  fallback: "change default end screen",
  hidden: "change hidden fields",
  renameHidden: (key: string) => `rename hidden field “${key}”`,
  makePage: "group on one page",
  removePage: "ungroup page",
  leavePage: "remove from page",
  pageText: "edit page",
  addRule: "add rule",
  removeRule: "remove rule",
  moveRule: "move rule",
  target: "change target of a rule",
  condition: "change condition",
  leaveOut: "remove the file’s texts",
  restoreReplaced: "restore your version",
  conflict: "resolve conflict",
  restoreKept: "restore unsaved changes",
  import: "import a form",
};

export const scores = "Scores";

/** Names of steps that change scores. */
export const scoreSteps = {
  add: "add score",
  remove: (name: string) => `delete score “${name}”`,
  duplicate: (name: string) => `duplicate score “${name}”`,
  move: "move score",
  edit: "edit score",
  bands: "edit bands",
  rename: "change score key",
  show: "change scores on an end screen",
};
