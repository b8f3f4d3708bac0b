import { Migration } from "@mikro-orm/migrations";

/** Attachments are ordered with events by the sequence of sessions (store/intake.ts). */
export class AddAttachmentPosition extends Migration {
  override up(): void {
    // null: it is from before attachments had positions, or an older copy made it; then `created` orders it
    this.addSql("alter table integrations.attachments add column position bigint");
  }
}
