/** Texts of changes made elsewhere, and of changes kept on this device. Loaded with their dialogs. */

export const conflictTitle = "Changed elsewhere";
export const conflictText =
  "These were also changed elsewhere. Your version is kept unless you choose theirs. Nothing is saved until you continue.";
export const takeTheirs = "Use theirs";
export const theirsTaken = "Using theirs";
export const goOn = "Save";
export const yours = "Yours";
export const theirs = "Theirs";
export const goneThere = "Removed";
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
