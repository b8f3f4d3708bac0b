import { Migration } from "@mikro-orm/migrations";

/**
 * Conditions of attachments, and records of events that weren't sent because of one (features §17). Each statement commits on its
 * own, because a copy that records deliveries locks the same tables in another order.
 */
export class AddConditions extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql("alter table integrations.attachments add column if not exists condition jsonb");
    // condition: copied when the event is taken in, so that a later change doesn't apply to it. settled: hashes of an email's
    // recipients that need no further attempt (0009-mails)
    this.addSql(`alter table integrations.deliveries add column if not exists condition jsonb,
      add column if not exists settled text[] not null default '{}'`);
    // the shape checks it. A new constraint would read the whole table
    this.addSql("alter table integrations.attempts drop constraint if exists attempts_status_check");
  }
}
