import { Migration } from "@mikro-orm/migrations";

/**
 * What a form's page and its owner's list need (decisions §9.2, §9.3). A trigger keeps the graphs' hashes, so that copies
 * that know nothing of them keep them too; rows from before have none, and theirs are made when they are read.
 */
export class AddPresentation extends Migration {
  override up(): void {
    this.addSql("alter table forms.forms add column language text not null default 'en'");
    this.addSql(`alter table forms.forms add column embed_origins json not null default '["*"]'`);
    this.addSql("alter table forms.drafts add column graph_hash text");
    this.addSql("alter table forms.versions add column graph_hash text");
    // jsonb: the order of keys is no difference
    this.addSql(`
      create function forms.hash_graph() returns trigger language plpgsql as $$
      begin
        new.graph_hash := md5(new.graph::jsonb::text);
        return new;
      end $$`);
    for (const table of ["drafts", "versions"]) {
      this.addSql(`
        create trigger hash_graph before insert or update of graph on forms.${table}
        for each row execute function forms.hash_graph()`);
    }
    this.addSql(`
      create view forms.form_states as
      select f.id as form_id, v.published_at, d.saved_at as draft_saved_at,
        d.form_id is not null and (v.id is null or d.title <> v.title
          or coalesce(d.graph_hash, md5(d.graph::jsonb::text)) <> coalesce(v.graph_hash, md5(v.graph::jsonb::text))
        ) as has_unpublished_changes
      from forms.forms f
      left join forms.drafts d on d.form_id = f.id
      left join forms.versions v on v.form_id = f.id and v.version_number = f.current_version`);
  }
}
