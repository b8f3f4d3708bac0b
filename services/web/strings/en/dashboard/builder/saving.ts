/** Texts of the save status and of conflicts. */
export const phases = {
  saved: "Saved",
  changed: "Saving…",
  saving: "Saving…",
  fetching: "Saving…",
  unreachable: "Offline",
  conflict: "Conflict",
  too_large: "Too large to save",
  refused: "Not saved",
  signed_out: "Sign-in needed",
};

/** Shown while changes can't be saved. */
export const stuck = (phase: string, isKept: boolean) =>
  `${phase}, ${isKept ? "saved on this device" : "not saved on this device"}`;
export const stay =
  "Your changes aren’t saved on this device (private window or no space). Keep this page open until they’re saved, or export the form.";
export const noEtag =
  "The response has no ETag, so other changes might be overwritten. Check whether a proxy removes it.";
export const status = "Saving";
export const saveNow = "Save now";
export const tooLarge = "A form can be up to 1 MB. Remove long texts or options.";
export const refused = (why: string) => `Couldn’t save the form: ${why}`;

export const merged = "Changes made elsewhere were merged. Undo removes them.";
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
