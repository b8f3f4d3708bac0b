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
    // by language: the title and closed message that the version's translations are of
    this.addSql("alter table forms.versions add column if not exists translation_sources json");
  }
}
