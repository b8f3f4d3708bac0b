/** How saving stands, and what can be done about it. */
export const phases = {
  saved: "Saved",
  changed: "Saving …",
  saving: "Saving …",
  fetching: "Saving …",
  unreachable: "Offline",
  conflict: "Conflict",
  too_large: "Too large to save",
  refused: "Not saved",
  signed_out: "Sign-in needed",
};

/** It is not saved for now: is it kept on this device? */
export const stuck = (phase: string, isKept: boolean) => `${phase}, ${isKept ? "kept here" : "not kept here"}`;
export const stay =
  "This browser keeps nothing of it: it is a private window, or there is no room. Leave this page open until it is saved, or export the form.";
export const noEtag =
  "its answer has no ETag, without which other changes might be overwritten. A proxy may take it away.";
export const status = "Saving";
export const saveNow = "Save now";
export const tooLarge =
  "The service takes forms of up to 1 MB. Remove something, such as long texts or lists of options.";
export const refused = (why: string) => `The service did not take the form: ${why}`;

export const merged = "This form was changed elsewhere too. Those changes are in it now; Undo takes them out again.";
export const conflictTitle = "Changed here and elsewhere";
export const conflictText =
  "These were changed here and elsewhere at the same time. Your own changes stand unless you take the others. Nothing is saved until you go on.";
export const takeTheirs = "Take theirs";
export const theirsTaken = "Theirs is taken";
export const goOn = "Save what stands";
export const yours = "Yours";
export const theirs = "Theirs";
export const goneThere = "removed";
export const subjects = {
  edge: (from: string, to: string) => `The way from ${from} to ${to}`,
  edge_order: (node: string) => `The order of the rules of ${node}`,
  entry_node_id: "Where the form starts",
  fallback_end_node_id: "The end otherwise",
};

export const keptTitle = "Unsaved changes were found";
export const keptText = (when: string) => `They were made on this device on ${when} and never reached the service.`;
export const keptChanges = "What they would change in the form as it is now";
export const keptConflicts =
  "Meanwhile the same was changed elsewhere too. Choose for each what stands; Undo takes all of it back.";
export const choose = (what: string) => `What stands of ${what}`;
export const restore = "Restore them";
export const discard = "Discard them";
export const discarded = "The unsaved changes were discarded.";
