import { Migration } from "@mikro-orm/migrations";

/** A response limit is set without counting under a lock that respondents need (store/liveForms.ts). */
export class AddCounting extends Migration {
  override up(): void {
    this.addSql("alter table sessions.live_forms add column counting_id uuid");
  }
}
