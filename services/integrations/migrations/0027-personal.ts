import { Migration } from "@mikro-orm/migrations";

/**
 * Whether personal data is sent (wants §21.5). A delivery has what its attachment had when the event was taken in, null from before. It is
 * sent without personal data if either says so.
 */
export class AddPersonal extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      "alter table integrations.attachments add column if not exists personal text not null default 'include'",
    );
    this.addSql("alter table integrations.deliveries add column if not exists personal text");
  }
}
