import { Migration } from "@mikro-orm/migrations";

/**
 * Translations of drafts and versions, one row a language, so that saving a text writes one language (features §13). Drafts and
 * versions from before have them in their graphs, where they are read until the next save.
 */
export class AddTranslationRows extends Migration {
  override up(): void {
    // hash: of its jsonb, because the order of keys is no difference
    this.addSql(`create table if not exists forms.draft_translations (
      form_id uuid not null references forms.forms (id),
      language text not null,
      position integer not null,
      texts json not null,
      hash text not null,
      primary key (form_id, language))`);
    this.addSql(`create table if not exists forms.version_translations (
      version_id uuid not null,
      form_id uuid not null references forms.forms (id),
      language text not null,
      position integer not null,
      texts json not null,
      hash text not null,
      primary key (version_id, language))`);
    this.addSql(`
      create or replace view forms.form_states as
      select f.id as form_id, v.published_at, d.saved_at as draft_saved_at,
        d.form_id is not null and (v.id is null or d.title <> v.title
          or coalesce(d.graph_hash, md5(d.graph::jsonb::text)) <> coalesce(v.graph_hash, md5(v.graph::jsonb::text))
          or (select string_agg(language || ' ' || hash, ',' order by position) from forms.draft_translations t
              where t.form_id = d.form_id)
            is distinct from
            (select string_agg(language || ' ' || hash, ',' order by position) from forms.version_translations t
              where t.version_id = v.id)
        ) as has_unpublished_changes
      from forms.forms f
      left join forms.drafts d on d.form_id = f.id
      left join forms.versions v on v.form_id = f.id and v.version_number = f.current_version`);
  }
}
