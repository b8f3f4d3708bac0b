import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";

/** The completed sessions of a form by day (features §19): a list of forms shows the last 14 days of each. */
export class IndexCompletions extends ConcurrentIndexes {
  override readonly indexes = [
    {
      name: "sessions.sessions_completions",
      on: "sessions.sessions (form_id, completed_at) where status = 'completed'",
    },
  ];
}
