import { Migration } from "@mikro-orm/migrations";

/** What translations of drafts are translations of (features §13). */
export class AddTranslations extends Migration {
  override up(): void {
    // by key: the original and when it was translated
    this.addSql(`create table if not exists forms.translation_originals (
      form_id uuid not null references forms.forms (id),
      language text not null,
      originals json not null,
      primary key (form_id, language))`);
  }
}
