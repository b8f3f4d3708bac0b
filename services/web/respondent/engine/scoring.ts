import type * as scoring from "../../../../shared/domain/questions/scoring.ts";

/**
 * Replaces `shared/domain/questions/scoring.ts` in the respondent build. `loadEngine` loads it for previews of forms with scoring,
 * because respondents' graphs have none.
 */
let real: typeof scoring;

export const awardOf: typeof scoring.awardOf = (...given) => real.awardOf(...given);

export async function fillScoring(): Promise<void> {
  real = await import("../../../../shared/domain/questions/scoring.ts");
}
