import { Migration } from "@mikro-orm/migrations";

/**
 * Translations of versions and the language of sessions (features §13). Texts stand apart from the graph, which is compiled as a whole,
 * and `languages` are the tags of those with a text, in the order of the graph. Null: no translations.
 */
export class AddLanguages extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql("alter table sessions.versions add column if not exists languages text[]");
    this.addSql("alter table sessions.sessions add column if not exists language text");
    // `sources`: the title and closed message that are translated
    this.addSql(`create table if not exists sessions.version_translations (
      version_id uuid not null,
      language text not null,
      texts json not null,
      sources json not null,
      primary key (version_id, language))`);
  }
}
