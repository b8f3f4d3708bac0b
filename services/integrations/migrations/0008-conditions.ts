import { Migration } from "@mikro-orm/migrations";

/** Conditions of attachments, and records of events that weren't sent because of one (features §17). */
export class AddConditions extends Migration {
  override up(): void {
    this.addSql("alter table integrations.attachments add column condition jsonb");
    // copied when the event is taken in, so that a later change doesn't apply to it
    this.addSql("alter table integrations.deliveries add column condition jsonb");
    // the shape checks it. A new constraint would read the whole table
    this.addSql("alter table integrations.attempts drop constraint attempts_status_check");
  }
}
