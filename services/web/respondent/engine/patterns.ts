import type * as patterns from "../../../../shared/domain/questions/pattern.ts";

/**
 * Stands in for `shared/domain/questions/pattern.ts` in the respondent's build. RE2 has 45 kB gzip: `loadEngine` loads it for
 * a form that has a pattern, before anything is matched.
 */
let real: typeof patterns;

export const wholeMatcher: typeof patterns.wholeMatcher = (source) => (text) => real.wholeMatcher(source)(text);
export const searchMatcher: typeof patterns.searchMatcher = (source, ci) => (text) =>
  real.searchMatcher(source, ci)(text);

export async function fillPatterns(): Promise<void> {
  real = await import("../../../../shared/domain/questions/pattern.ts");
}
