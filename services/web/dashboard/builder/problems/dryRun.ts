import type { GivenAnswer } from "../../../respondent/preview/preview.ts";

/** What a form is tried out with. */
export interface DryRun {
  answers: readonly GivenAnswer[];
  hidden: Readonly<Record<string, string>>;
}
