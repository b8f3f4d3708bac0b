/** The palette's "Name" instead of a type: a short text that is personal data (wants §21.5). */
export const nameItem = "name";
