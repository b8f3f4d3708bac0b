import { Migration } from "@mikro-orm/migrations";

/** Events and attachments are ordered by one sequence, not by the clocks of two hosts (store/events.ts). */
export class AddEventPosition extends Migration {
  override up(): void {
    this.addSql("create sequence sessions.event_position");
    // Two statements: together they would write every waiting event anew. An older copy's inserts take the default too.
    this.addSql("alter table sessions.events add column position bigint");
    this.addSql("alter table sessions.events alter column position set default nextval('sessions.event_position')");
  }
}
