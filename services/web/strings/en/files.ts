/** Texts of file_upload. */

export const addFile = "Choose a file";
export const addFiles = "Choose files";
export const dropFiles = "or drop it here";
export const dropSeveral = "or drop them here";
export const uploading = (name: string, percent: number) => `${name}: ${percent}% uploaded`;
export const uploaded = (name: string) => `${name} uploaded`;
export const removed = (name: string) => `${name} removed`;
export const remove = (name: string) => `Remove ${name}`;
export const tryAgain = (name: string) => `Try again: ${name}`;
export const again = "Try again";
export const fileNumber = (number: number) => `File ${number}`;
export const noMoreFiles = (max: number) => `Remove ${max === 1 ? "this file" : "one"} to add another.`;
export const fileSize = (size: string, unit: "kB" | "MB") => `${size} ${unit}`;
export const fileLimits = (max: number, megabytes: string, kinds: string) =>
  `${max === 1 ? "One file, up to" : `Up to ${max} files, each up to`} ${megabytes} MB: ${kinds}`;
export const anyKind = "any file type";
export const kinds: Readonly<Record<string, string>> = {
  "image/*": "images",
  "audio/*": "audio",
  "video/*": "videos",
  "text/*": "text",
  "application/pdf": "PDF",
};

/** Why a file wasn't accepted, below its name. */
export const fileProblems = {
  type: () => "This file type isn’t accepted.",
  size: (megabytes: string) => `This file is larger than ${megabytes} MB. Choose a smaller one.`,
  empty: () => "This file is empty. Choose another one.",
  count: () => "This file wasn’t added. Remove another one to add it.",
  storage: () => "Couldn’t upload this file. File storage for this form is full. Contact the form’s owner.",
  rate: () => "Couldn’t upload this file. You’ve reached the hourly upload limit. Try again later.",
  failed: () => "Couldn’t upload this file. Check your connection and try again.",
};
