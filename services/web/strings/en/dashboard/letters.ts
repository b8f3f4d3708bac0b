/** Subject, text and preview of emails that an owner writes. */

export const subject = "Subject";
export const text = "Text";
export const insert = "Insert";
export const insertInto = (field: string): string => `Insert into ${field.toLowerCase()}`;
export const formTitle = "Title of the form";
export const languages = "Languages";
export const ownLanguage = "Original";
export const translatedHint = "Leave empty to use the original subject.";
export const moreOptions = "More options";
export const preview = "Preview";
