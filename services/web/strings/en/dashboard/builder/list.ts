/** Texts of the list view beside its rows. */

export const page = "Page preview";
export const frames = { question: "Preview of this question", form: "Preview of the form" };
export const device = "Device";
export const devices = { computer: "Computer", phone: "Phone" };
export const extent = "Preview";
export const extents = { question: "This question", form: "Whole form" };
export const end = "End of the preview";
export const rules = (number: number) => `${number} ${number === 1 ? "rule" : "rules"}`;
export const pageName = (title: string | undefined, number: number) => title || `Page ${number}`;
export const onPage = (number: number) => `${number} ${number === 1 ? "question" : "questions"} on one page`;
export const editPage = "Edit page";
export const selectPage = "Select its questions";
export const add = "Add a question";
export const changedOnImport = "Changed on import";
export const isPreviewed = "shown in the preview";
