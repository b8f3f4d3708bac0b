import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";

/** Ended sessions of a form by score (store/listByScore.ts). */
export class IndexScores extends ConcurrentIndexes {
  override readonly indexes = [
    {
      name: "analytics.contributions_by_score",
      on: `analytics.contributions (form_id, (substring(facts from '^\\{"s":(-?\\d+)')::integer), session_id)`,
    },
  ];
}
