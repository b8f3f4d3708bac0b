import { Migration } from "@mikro-orm/migrations";

/** By language: the title and closed message that the version's translations are of (features §13). */
export class AddTranslationSources extends Migration {
  override up(): void {
    this.addSql("alter table forms.versions add column if not exists translation_sources json");
  }
}
