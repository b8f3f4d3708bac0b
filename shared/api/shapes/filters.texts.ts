/** Texts of parameters that several lists have. */
const day = "An ISO date (a whole UTC day) or a timestamp.";

/** Returns the texts of a period's ends. */
export const period = (what: string) => ({
  from: `${what} on or after this time. ${day}`,
  to: `${what} on or before this time. ${day}`,
});

export const search = "Up to 20 words to find. All must occur. The last one matches as a prefix.";

export const after =
  "Set by `next` of lists in the order of time. The page then starts after the last one, as fast as the first page, and `offset` has no effect.";
