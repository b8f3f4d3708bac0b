/** Texts of the list view beside its rows. */

export const page = "Page preview";
export const frame = "Preview of this question";
export const device = "Device";
export const devices = { computer: "Computer", phone: "Phone" };
export const end = "End of the preview";
export const rules = (number: number) => `${number} ${number === 1 ? "rule" : "rules"}`;
export const add = "Add a question";
