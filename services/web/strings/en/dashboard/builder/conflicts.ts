/** Texts of changes made elsewhere, and of changes kept on this device. Loaded with their dialogs. */

export const conflictTitle = (by: string | null) => (by === null ? "Changed elsewhere" : `${by} changed this too`);
export const conflictText =
  "Your version is kept unless you choose the other one. Nothing is saved until you continue.";
export const takeTheirs = "Use theirs";
export const theirsTaken = "Using theirs";
export const goOn = "Save";
export const yours = "Yours";
export const theirs = "Theirs";
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
};
export const subjects = {
  edge: (from: string, to: string) => `Rule from ${from} to ${to}`,
  edge_order: (node: string) => `Rule order of ${node}`,
  calculation: (name: string) => `Score “${name}”`,
  page: (name: string) => `Page ${name}`,
  translation: (text: string, language: string) => `${text} in ${language}`,
  entry_node_id: "Start",
  fallback_end_node_id: "Default end screen",
};

export const keptTitle = "Restore unsaved changes?";
export const keptText = (when: string) => `You made these changes on this device on ${when}. They haven’t been saved.`;
export const keptChanges = "Changes to the current form";
export const keptConflicts = "Some of this was also changed elsewhere. Choose a version of each. You can undo this.";
export const choose = (what: string) => `Version of ${what}`;
export const restore = "Restore changes";
export const discard = "Discard changes";
export const discarded = "Unsaved changes discarded.";
