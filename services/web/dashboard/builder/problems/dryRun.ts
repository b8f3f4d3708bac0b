import type { GivenAnswer } from "../../../respondent/preview/preview.ts";

/** Answers and hidden values for a preview. */
export interface DryRun {
  answers: readonly GivenAnswer[];
  hidden: Readonly<Record<string, string>>;
}
