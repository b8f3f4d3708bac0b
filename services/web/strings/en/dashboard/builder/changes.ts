/** Changes between two states of a form, one sentence each. */

/** A change from one value to another: as a sentence, and as both values of a named thing. */
export interface Step {
  text: string;
  of: string;
  before: string;
  after: string;
}
export type Said = string | Step;

export const quoted = (name: string) => `“${name}”`;
const counted = (names: readonly string[], one: string, several: string) =>
  `${names.length === 1 ? one : several} ${names.map(quoted).join(", ")}`;

export const breaking = "Breaking change";
export const breakingText =
  "For changes marked “Breaking change”, answers or scores of the two versions can’t be compared.";
export const more = (count: number) => `${count} more ${count === 1 ? "change" : "changes"}`;

/** Subjects of a change. */
export const kinds = { question: "Question", screen: "Screen" } as const;
export const listItems: Readonly<Record<string, readonly [one: string, all: string]>> = {
  options: ["Option", "Options"],
  columns: ["Column", "Columns"],
  rows: ["Row", "Rows"],
};
export const node = (name: string) => quoted(name);
export const item = (kind: string, name: string, node: string) => `${kind.toLowerCase()} ${quoted(name)} of ${node}`;
export const unknown = (id: string) => quoted(id);

export const nodeAdded = (kind: string, node: string) => `${kind} ${node} added`;
export const nodeRemoved = (kind: string, node: string) => `${kind} ${node} removed`;
const step = (of: string, before: string, after: string): Step => ({
  text: `${of} changed from ${before} to ${after}`,
  of,
  before,
  after,
});
export const renamed = (kind: string, number: number, before: string, after: string): Step =>
  step(`Title of ${kind.toLowerCase()} ${number}`, quoted(before), quoted(after));
export const typeChanged = (node: string, before: string, after: string): Step =>
  step(`Type of ${node}`, before, after);
export const nowPersonal = (node: string) => `${node} is now personal data`;
export const notPersonal = (node: string) => `${node} isn’t personal data now`;
export const nowRequired = (node: string) => `${node} is now required`;
export const nowOptional = (node: string) => `${node} is now optional`;
export const nodeMoved = (node: string, before: number, after: number) =>
  `${node} moved from position ${before} to ${after}`;
export const title = "Title";
export const description = "Description";
export const scoring = "Scoring";
export const pointsFor = (label: string) => `Points for ${quoted(label)}`;

export const set = (what: string, of: string, after: string) => `${what} of ${of} set to ${after}`;
export const removed = (what: string, of: string) => `${what} of ${of} removed`;
export const changed = (what: string, of: string) => `${what} of ${of} changed`;
export const changedFrom = (what: string, of: string, before: string, after: string): Step =>
  step(`${what} of ${of}`, before, after);
export const enabled = (what: string, of: string) => `${quoted(what)} enabled for ${of}`;
export const disabled = (what: string, of: string) => `${quoted(what)} disabled for ${of}`;
export const itemAdded = (kind: string, name: string, node: string) => `${kind} ${quoted(name)} added to ${node}`;
export const itemRemoved = (kind: string, name: string, node: string) => `${kind} ${quoted(name)} removed from ${node}`;
export const itemRenamed = (kind: string, before: string, node: string, after: string): Step => ({
  text: `${kind} ${quoted(before)} of ${node} renamed to ${quoted(after)}`,
  of: `${kind} of ${node}`,
  before: quoted(before),
  after: quoted(after),
});
export const reordered = (what: string, node: string) => `${what} of ${node} reordered`;

const always = "always";
export const rule = (condition: string | null, target: string) =>
  condition === null ? `${always} go to ${target}` : `if ${condition}, go to ${target}`;
export const ruleAdded = (node: string, rule: string) => `Rule added to ${node}: ${rule}`;
export const ruleRemoved = (node: string, rule: string) => `Rule removed from ${node}: ${rule}`;
export const ruleTarget = (node: string, before: string, after: string): Step => ({
  text: `A rule of ${node} now goes to ${after} instead of ${before}`,
  of: `Target of a rule of ${node}`,
  before,
  after,
});
export const ruleSource = (target: string, before: string, after: string) =>
  `The rule that goes to ${target} moved from ${before} to ${after}`;
export const ruleCondition = (node: string, target: string, before: string | null, after: string | null): Step =>
  step(`Condition of the rule from ${node} to ${target}`, quoted(before ?? always), quoted(after ?? always));
export const rulesReordered = (node: string) => `Rules of ${node} reordered`;
export const ruleId = (node: string) => `ID of a rule of ${node} changed`;

export const formRenamed = (before: string, after: string): Step => ({
  text: `Form renamed from ${quoted(before)} to ${quoted(after)}`,
  of: "Title of the form",
  before: quoted(before),
  after: quoted(after),
});
export const entry = (node: string | null) => (node === null ? "Start removed" : `Form now starts with ${node}`);
export const fallback = (node: string | null) =>
  node === null ? "Default end screen removed" : `Default end screen is now ${node}`;
export const hiddenAdded = (keys: readonly string[]) => `${counted(keys, "Hidden field", "Hidden fields")} added`;
export const hiddenRemoved = (keys: readonly string[]) => `${counted(keys, "Hidden field", "Hidden fields")} removed`;
export const hiddenBoth = (added: readonly string[], removed: readonly string[]) =>
  `${hiddenAdded(added)}, ${removed.map(quoted).join(", ")} removed`;
export const scoreAdded = (name: string) => `Score ${quoted(name)} added`;
export const scoreRemoved = (name: string) => `Score ${quoted(name)} removed`;
export const scoreRenamed = (before: string, after: string): Step => ({
  text: `Score ${quoted(before)} renamed to ${quoted(after)}`,
  of: "Title of a score",
  before: quoted(before),
  after: quoted(after),
});
export const scoreChanged = {
  value: (name: string) => `Calculation of score ${quoted(name)} changed`,
  decimals: (name: string) => `Decimals of score ${quoted(name)} changed`,
  bands: (name: string) => `Bands of score ${quoted(name)} changed`,
} as const;
const pageOf = (name: string | null) => (name === null ? "Untitled page" : `Page ${quoted(name)}`);
export const page = {
  added: (name: string | null) => `${pageOf(name)} added`,
  removed: (name: string | null) => `${pageOf(name)} removed`,
  changed: (name: string | null) => `${pageOf(name)} changed`,
};
export const language = {
  added: (name: string) => `${name} added`,
  removed: (name: string) => `${name} removed`,
  changed: (name: string) => `Texts in ${name} changed`,
};
export const hiddenReordered = "Hidden fields reordered";

/** Why answers of the two versions can't be compared. */
export const why = {
  nodeRemoved: "New responses have no answer to this question.",
  screenRemoved: "Paths of the two versions differ.",
  type: "Exports show both kinds of answers in one column.",
  choice: "Earlier responses that chose it keep their answer.",
  scoring: "Scores of the two versions can’t be compared.",
  scale: "The same number means a different position on the scale.",
} as const;

export const markup = { on: "Formatting turned on", off: "Formatting turned off" };
