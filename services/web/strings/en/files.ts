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
export const noMoreFiles = (max: number) =>
  max === 1 ? "Remove this file to add another." : `You can add up to ${max} files. Remove one to add another.`;
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

/** Why a file wasn't accepted. */
export const fileProblems = {
  type: (name: string) => `${name} isn’t an accepted file type.`,
  size: (name: string, megabytes: string) => `${name} is larger than ${megabytes} MB. Choose a smaller file.`,
  empty: (name: string) => `${name} is empty. Choose another file.`,
  count: (name: string) => `${name} wasn’t added. Remove a file to add another.`,
  storage: (name: string) => `Couldn’t upload ${name}. File storage for this form is full. Contact the form’s owner.`,
  rate: (name: string) => `Couldn’t upload ${name}. You’ve reached the hourly upload limit. Try again later.`,
  failed: (name: string) => `Couldn’t upload ${name}. Check your connection and try again.`,
};
