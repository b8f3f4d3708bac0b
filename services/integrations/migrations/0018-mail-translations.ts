import { Migration } from "@mikro-orm/migrations";

/** Subject and text of copies by language (features §17). */
export class AddMailTranslations extends Migration {
  override up(): void {
    this.addSql("alter table integrations.mails add column if not exists translations json not null default '{}'");
  }
}
