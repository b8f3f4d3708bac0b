import type * as re2 from "re2js";

/** Replaces "re2js" in the dashboard (45 kB gzip). Empty until `useChecks` fills it for questions with a pattern. */
// biome-ignore-start lint/style/useNamingConvention: the library's own names
let RE2JS: typeof re2.RE2JS;
let RE2Set: typeof re2.RE2Set;

// biome-ignore-end lint/style/useNamingConvention: the library's own names

export { RE2JS, RE2Set };

export async function fillRe2(): Promise<void> {
  const real = await import("re2js");
  RE2JS = real.RE2JS;
  RE2Set = real.RE2Set;
}
