import type * as patterns from "../../../../shared/domain/questions/pattern.ts";

/**
 * Replaces `shared/domain/questions/pattern.ts` in the respondent build, because RE2 has 45 kB gzip. `loadEngine` loads it
 * for forms with a pattern, before the first match.
 */
let real: typeof patterns;

export const wholeMatcher: typeof patterns.wholeMatcher = (source) => (text) => real.wholeMatcher(source)(text);
export const searchMatcher: typeof patterns.searchMatcher = (source, ci) => (text) =>
  real.searchMatcher(source, ci)(text);

export async function fillPatterns(): Promise<void> {
  real = await import("../../../../shared/domain/questions/pattern.ts");
}
