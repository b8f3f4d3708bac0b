/** Texts of the builder's canvas, its tools and its announcements. */

export const always = "Always";
export const otherwise = "Otherwise";
export const ifTrue = (sentence: string) => `If ${sentence}`;
/** On the card of a question without conditions. */
export const next = "Always";
/** Labels the edge of Otherwise. */
export const elseLabel = "Otherwise";
export const missingTarget = (rule: string, id: string) => `${rule} → “${id}” (missing)`;
export const otherwiseEnd = (end: string) => `Otherwise → ${end}`;
export const notConnected = (isOnly: boolean) => (isOnly ? "Not connected yet" : "Otherwise: not connected");
export const typeLine = (number: number, type: string) => `${number} · ${type}`;
/** `Only if “Which ticket…” is Speaker` */
export const onlyIf = (sentence: string) => `Only if ${sentence}`;
export const neverReached = "Never reached";
export const further = (count: number) => `+ ${count} more`;

export const views = { list: "List", canvas: "Canvas" };
export const viewGroup = "View";
export const title = "Canvas";
export const loading = "Loading…";
export const layingOut = "Tidying up…";
export const emptyTitle = "What’s your first question?";
export const emptyText = "Add one, then connect its answers to what comes next.";
export const allTypes = (number: number) => `See all ${number} types`;
export const pasteList = "Paste a list of questions";
export const chooseTemplate = "Choose a template";
export const graph = "Form graph";
export const keysHint =
  "Use → and ← to follow rules, ↑ and ↓ to move between siblings, Home for the start. Alt+arrows moves a question. Enter edits it and Delete removes it. Ctrl+Z undoes. F8 goes to the next problem. Drag the dot of an option or a rule to a question to connect it. Drag the dot beside a title to add a rule.";

export const layOut = "Tidy up";
export const ofNode = (name: string) => `“${name}”`;
export const connectTo = "Connect to…";
export const move = { left: "Move left", up: "Move up", down: "Move down", right: "Move right" };
export const moveKeys = { left: "Alt+←", up: "Alt+↑", down: "Alt+↓", right: "Alt+→" };
export const selectionActions = "Actions for the selection";
export const remove = "Delete";
export const ofRule = "This rule";
export const insertHere = "Insert here…";
export const changeTarget = "Change target…";
export const removeRule = "Remove rule";

export const zoomIn = "Zoom in";
export const zoomOut = "Zoom out";
export const fit = "Zoom to fit";
export const percent = (number: number) => `${number}%`;
export const zoomGroup = "Zoom";
export const drawnWith = "Drawn with React Flow";
export const minimap = "Minimap";

export const connectTitle = (name: string) => `Connect “${name}”`;
export const rule = "Rule";
export const newRule = "New rule";
export const target = "Goes to";
export const numbered = (number: number, title: string) => `${number}. ${title}`;
export const connect = "Connect";
export const cancel = "Cancel";

export const edgeName = (from: string, rule: string, to: string) => `${from}: ${rule} → ${to}`;
/** Announces the node that the keyboard moved to. */
export const here = (number: number, name: string, type: string, rules: readonly string[], problems: string | null) =>
  [
    `${number}. ${name}, ${type}.`,
    ...rules.map((one) => `${one}.`),
    ...(problems === null ? [] : [`${problems}.`]),
  ].join(" ");
export const nothingThere = {
  on: "No next step.",
  back: "No rule goes here.",
  next: "This is the last question.",
  previous: "This is the first question.",
};
export const movedTo = (name: string, direction: keyof typeof move) => `${name}: ${move[direction].toLowerCase()}.`;
export const connected = (rule: string, target: string) => `${rule} now goes to ${target}.`;
export const ruleRemoved = "Rule removed. Press Ctrl+Z to undo.";
export const laidOut = "Canvas tidied up. Press Ctrl+Z to undo.";
export const layoutFailed = "Couldn’t tidy up the canvas. Try again.";

export const steps = {
  move: (name: string) => `move “${name}” on the canvas`,
  layout: "tidy up",
  connect: "connect questions",
};
