/** A group of fields with one Save button. */

export const changedElsewhere = "This was changed elsewhere. Choose which values to keep.";
export const conflictTitle = "Changed elsewhere";
export const yours = "Yours";
export const theirs = "Theirs";
export const nothing = "Empty";
export const keepMine = "Keep mine";
export const takeTheirs = "Use theirs";
export const discard = "Discard changes";
export const unsaved = "Unsaved changes";
export const leaveTitle = "Leave without saving?";
export const leaveText = "Your changes on this page aren’t saved.";
export const leave = "Leave without saving";
export const stay = "Stay";
