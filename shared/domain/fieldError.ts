/**
 * Splits an error of the API at its first colon into the dotted field and the text (spec §Errors, decisions §1). Without one, there is
 * only a field.
 */
export const fieldError = (error: string): [field: string, text?: string] =>
  error.split(/: (.*)/s).slice(0, 2) as [string, string?];

/** The `detail` of an error whose reasons are its `errors` alone. */
export const invalidDetail = "The request is invalid.";

/** Joins keys with dots, as errors name a field. */
export const dotted = (keys: readonly (string | number)[]): string =>
  keys.map((key) => (key === "" ? '""' : key)).join(".");
