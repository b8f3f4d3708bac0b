/** What file_upload says. */

export const addFile = "Choose a file";
export const addFiles = "Choose files";
export const dropFiles = "or drop it here";
export const dropSeveral = "or drop them here";
export const uploading = (name: string, percent: number) => `${name}: ${percent} % uploaded`;
export const uploaded = (name: string) => `${name} is uploaded`;
export const removed = (name: string) => `${name} is removed`;
export const remove = (name: string) => `Remove ${name}`;
export const tryAgain = (name: string) => `Try again: ${name}`;
export const again = "Try again";
export const fileNumber = (number: number) => `File ${number}`;
export const noMoreFiles = (most: number) =>
  most === 1 ? "To send another file, remove this one first." : `That is all ${most} files. Remove one to add another.`;
export const fileSize = (size: string, unit: "kB" | "MB") => `${size} ${unit}`;
export const fileLimits = (most: number, megabytes: string, kinds: string) =>
  `${most === 1 ? "One file" : `Up to ${most} files`} of at most ${megabytes} MB${most === 1 ? "" : " each"}: ${kinds}`;
export const anyKind = "any kind";
export const kinds: Readonly<Record<string, string>> = {
  "image/*": "images",
  "audio/*": "sound",
  "video/*": "videos",
  "text/*": "text",
  "application/pdf": "PDF",
};

/** Why a file was not taken; `limit`: the most megabytes, or the most files. */
export const fileProblems = {
  type: (name: string) => `${name} is not of a kind that is taken here.`,
  size: (name: string, megabytes: string) => `${name} is larger than ${megabytes} MB.`,
  empty: (name: string) => `${name} is empty.`,
  count: (name: string) => `${name} is one file too many.`,
  rate: (name: string) => `${name} could not be uploaded: too much was sent in the last hour. Please try again later.`,
  failed: (name: string) => `${name} could not be uploaded. Please check your connection and try again.`,
};
