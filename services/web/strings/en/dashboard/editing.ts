/** Fields that are saved together, by a button. */

export const changedElsewhere = "Somebody else has changed this meanwhile. Please choose what shall stay.";
export const conflictTitle = "This was changed elsewhere meanwhile";
export const theirs = (field: string, value: string): string => `${field} is now ${value}.`;
export const nothing = "empty";
export const quoted = (value: string): string => `“${value}”`;
export const keepMine = "Keep what I typed";
export const takeTheirs = "Take what is there now";
export const discard = "Discard changes";
export const leaveTitle = "Leave without saving?";
export const leaveText = "What you have changed on this page is not saved yet.";
export const leave = "Leave without saving";
export const stay = "Stay here";
