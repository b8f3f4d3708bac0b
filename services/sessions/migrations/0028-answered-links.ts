import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";

/**
 * Lists of links also read who has answered, so the index that has all that they read gets `was_completed`. Copies of the previous
 * release find there what the old one had.
 */
export class IndexAnsweredLinks extends ConcurrentIndexes {
  override readonly indexes = [
    {
      name: "sessions.links_answered",
      on: `sessions.links (form_id, reference_key, id)
        include (created, expires_at, max_responses, responses_count, completed_count, mail_status, revoked_at, was_completed)`,
    },
  ];

  override up(): void {
    super.up();
    this.addSql("set lock_timeout = 0");
    this.addSql("drop index concurrently if exists sessions.links_listed");
    this.addSql("reset lock_timeout");
  }
}
