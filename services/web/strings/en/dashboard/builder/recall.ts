/** Answers inserted into titles and descriptions. */

export const insert = "Insert answer";
export const insertInto = (field: string) => `Insert answer into ${field.toLowerCase()}`;
export const help = "Type @ to insert an earlier answer.";
export const search = "Search questions";
export const list = "Questions, scores and hidden fields";
export const none = "No matches";
export const question = (number: number, type: string) => `${number} · ${type}`;
export const hiddenField = "Hidden field";
export const score = "Score";
export const band = "Band of a score";
export const bandOf = (name: string) => `${name} (band)`;
export const unknown = "unknown question";
export const unknownScore = "unknown score";
export const inserted = (name: string) => `“${name}” inserted.`;
