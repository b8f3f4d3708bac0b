/** Texts of the save status. */
export const phases = {
  saved: "Saved",
  changed: "Saving…",
  saving: "Saving…",
  fetching: "Saving…",
  unreachable: "Offline",
  conflict: "Changed elsewhere",
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
  "Changes made elsewhere might be overwritten, because a proxy removes ETag headers. Ask an administrator.";
export const status = "Saving";
export const saveNow = "Save now";
export const tooLarge = "A form can be up to 1 MB. Remove long texts or options.";
export const refused = (why: string) => `Couldn’t save the form: ${why}`;

export const merged = (by: string | null) =>
  by === null ? "Changes made elsewhere were added." : `Changes by ${by} were added.`;
