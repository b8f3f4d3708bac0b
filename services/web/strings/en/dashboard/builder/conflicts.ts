/** Texts of changes made elsewhere, and of changes kept on this device. Loaded with their dialogs. */

export const conflictTitle = (by: string | null) => (by === null ? "Changed elsewhere" : `${by} changed this too`);
export const conflictText = "Choose a version of each. Nothing is saved until then.";
export const problemsTitle = "Together, your changes cause a problem";
export const save = "Save";
export const later = "Decide later";
export const decide = "Choose a version";
export const yours = "Yours";
export const theirs = "Theirs";
export const both = "Keep both, and fix the problem";
export const item = (kind: string, name: string) => `${kind} “${name}”`;
export const order = "Order";
/** The name of a member, or of its subject as a whole. */
export const nameOf = ({ name, subject }: { name: string | null; subject: string }) =>
  name === null ? subject : `${name} of ${subject}`;
/** `what` was `before`. */
export const replaced = (by: string | null, what: string, before: string, more: number) => {
  const all = `${what}: “${before}”${more === 0 ? "" : ` and ${more} more of your changes`}`;
  return by === null ? `Replaced elsewhere: ${all}.` : `${by} replaced ${all}.`;
};
export const removedBy = (by: string | null, what: string) =>
  by === null ? `${what} removed elsewhere.` : `${by} removed ${what}.`;
export const removed = "Removed";
export const nothing = "None";
export const yes = "Yes";
export const no = "No";
/** Names of what differs, where the question type has none. */
export const parts: Record<string, string> = {
  title: "Title",
  description: "Description",
  is_required: "Required",
  is_personal: "Personal",
  question_type: "Type",
  condition: "Condition",
  value: "Calculation",
  node_ids: "Questions",
  to: "Goes to",
  from: "Comes from",
  image: "Image",
  show_if: "Show if",
  valid_if: "Answer checks",
  scoring: "Scoring",
};
export const subjects = {
  node: (name: string) => `“${name}”`,
  edge: (from: string, to: string) => `Rule from ${from} to ${to}`,
  node_order: "Questions",
  edge_order: (node: string) => (node === "" ? "Rule order" : `Rule order of ${node}`),
  hidden_field: (name: string) => `Hidden field ${name}`,
  calculation: (name: string) => `Score “${name}”`,
  page: (name: string) => `Page ${name}`,
  translation: (text: string | null, language: string) => (text === null ? language : `${text} in ${language}`),
  entry_node_id: "Start",
  fallback_end_node_id: "Default end screen",
};

export const keptTitle = "Restore unsaved changes?";
export const keptText = (when: string) => `You made these changes on this device on ${when}. They haven’t been saved.`;
export const keptChanges = "Changes to the current form";
export const keptConflicts = "Some of this was also changed elsewhere. Choose a version of each. You can undo this.";
export const restore = "Restore changes";
export const discard = "Discard changes";
export const discarded = "Unsaved changes discarded.";
