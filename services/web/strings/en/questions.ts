/** Texts that every question shows beside its owner's. */

export const required = "required";
export const loading = "Loading the question…";
