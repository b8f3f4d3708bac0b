import type * as re2js from "re2js";

/**
 * What the question types import as "re2js" in the respondent's build (45 kB gzip): nothing, until `loadEngine` fills it
 * for a form that has a pattern. Other forms never ask for it.
 */
let re2: typeof re2js.RE2JS;
let set: typeof re2js.RE2Set;

// biome-ignore lint/style/useNamingConvention: the library's own name
export { re2 as RE2JS, set as RE2Set };

export async function fillRe2(): Promise<void> {
  const real = await import("re2js");
  re2 = real.RE2JS;
  set = real.RE2Set;
}
