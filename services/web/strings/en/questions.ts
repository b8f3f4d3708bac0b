/** Texts that every question shows beside its owner's. */

export const required = "(required)";
export const optional = "Optional";
export const loading = "Loading the question…";
/** Heading of a page without a title. */
export const untitled = "Questions";
