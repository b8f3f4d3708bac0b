import { Migration } from "@mikro-orm/migrations";

/** The sealed key of the hashes of recipients, so that people who unsubscribed stay so after a change of SECRETS_KEY. One row. */
export class AddRecipientKey extends Migration {
  override up(): void {
    this.addSql(`create table if not exists integrations.recipient_key (
      is_only boolean primary key default true check (is_only),
      sealed text not null)`);
  }
}
