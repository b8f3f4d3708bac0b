import { Migration } from "@mikro-orm/migrations";

/** What an attempt under way shows, and notices that quote nobody. */
export class TidyQueue extends Migration {
  override up(): void {
    // when the attempt that holds the lease was claimed; null: an older copy has claimed it, or nobody
    this.addSql("alter table integrations.deliveries add column claimed_at timestamptz");
    // what a receiver said may quote a respondent; the reason stands in the delivery's record, from which it can be erased
    this.addSql(
      "update integrations.notices set message = regexp_replace(message, ' The last one: .*$', '') where message ~ ' The last one: '",
    );
  }
}
