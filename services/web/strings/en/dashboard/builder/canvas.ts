/** The builder's canvas: its boxes, its buttons and what it says to those who do not see it. */

export const always = "Then";
export const otherwise = "Otherwise";
export const ifTrue = (sentence: string) => `If ${sentence}`;
export const leadsNowhere = (rule: string, id: string) => `${rule} → “${id}”, which is not there`;
export const otherwiseEnd = (end: string) => `Otherwise → ${end}`;
export const otherwiseNothing = (isOnly: boolean) => (isOnly ? "Nothing comes after this yet" : "Otherwise nothing");
export const further = (count: number) => `and ${count} more`;

export const views = { list: "List", canvas: "Canvas" };
export const viewGroup = "View";
export const title = "Canvas";
export const loading = "Loading …";
export const layingOut = "Laying out…";
export const empty = "This form is empty. Add its first screen or question.";
export const graph = "The form as a graph";
export const keysHint =
  "→ goes on along the first rule, ← back, ↑ ↓ to what comes from the same question, Home to the start. Alt+arrows move a question, Enter edits it, Delete removes it. Ctrl+Z undoes, F8 goes to the next problem. Drag a rule's dot to another question to lead it there; the dot beside a title begins a new rule.";

export const add = "Add";
export const layOut = "Lay out";
export const tools = "Canvas";
export const ofNode = (name: string) => `“${name}”`;
export const connectTo = "Connect to…";
export const move = { left: "Move left", up: "Move up", down: "Move down", right: "Move right" };
export const moveShort = { left: "←", up: "↑", down: "↓", right: "→" };
export const moveGroup = "Move";
export const remove = "Remove";
export const ofRule = "This rule";
export const insertHere = "Insert here…";
export const leadElsewhere = "Lead elsewhere…";
export const removeRule = "Remove rule";

export const zoomIn = "Zoom in";
export const zoomOut = "Zoom out";
export const fit = "Show all";
export const zoomGroup = "Zoom";
export const drawnWith = "Drawn with React Flow";
export const minimap = "Overview of the graph";

export const connectTitle = (name: string) => `Connect “${name}”`;
export const rule = "Rule";
export const newRule = "A new rule";
export const target = "Leads to";
export const numbered = (number: number, title: string) => `${number}. ${title}`;
export const connect = "Connect";
export const cancel = "Cancel";

export const way = (from: string, rule: string, to: string) => `${from}: ${rule} → ${to}`;
/** A node, as it is said when keys lead to it. */
export const here = (number: number, name: string, type: string, ways: readonly string[], problems: string | null) =>
  [
    `${number}. ${name}, ${type}.`,
    ...ways.map((one) => `${one}.`),
    ...(problems === null ? [] : [`${problems}.`]),
  ].join(" ");
export const nothingThere = {
  on: "Nothing comes after this.",
  back: "Nothing leads here.",
  next: "This is the last one.",
  previous: "This is the first one.",
};
export const movedTo = (name: string, direction: keyof typeof move) => `${name}: ${move[direction].toLowerCase()}.`;
export const connected = (rule: string, target: string) => `${rule} leads to ${target} now.`;
export const ruleRemoved = "The rule was removed. Ctrl+Z brings it back.";
export const laidOut = "The form was laid out anew. Ctrl+Z brings the old places back.";
export const layoutFailed = "The layout did not succeed. Please try again.";

export const steps = {
  place: (name: string) => `move “${name}” on the canvas`,
  layout: "lay out",
  connect: "connect questions",
};
