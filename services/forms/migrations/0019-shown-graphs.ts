import { Migration } from "@mikro-orm/migrations";

/**
 * Hashes a graph without what people don't see, the ids of edges and the places on the canvas. The builder adds both to the draft of
 * a form that another program made, and nobody sees that change.
 */
export class HashShownGraphs extends Migration {
  override up(): void {
    const without = (key: string, name: string) => `(
      select jsonb_agg(case when jsonb_typeof(part) = 'object' then part - '${name}' else part end order by place)
      from jsonb_array_elements(case when jsonb_typeof(graph -> '${key}') = 'array' then graph -> '${key}' else '[]' end)
        with ordinality as parts (part, place))`;
    // jsonb, so that the order of keys doesn't count
    this.addSql(`
      create function forms.shown_hash(graph jsonb) returns text language sql immutable parallel safe as $$
        select md5((graph - array['nodes', 'edges', 'pages'] || jsonb_build_object(
          'nodes', ${without("nodes", "position")},
          'edges', ${without("edges", "id")},
          'pages', ${without("pages", "position")}))::text)
      $$`);
    this.addSql(`
      create or replace function forms.hash_graph() returns trigger language plpgsql as $$
      begin
        new.graph_hash := forms.shown_hash(new.graph::jsonb);
        return new;
      end $$`);
    this.addSql("update forms.drafts set graph_hash = forms.shown_hash(graph::jsonb)");
    this.addSql(`update forms.versions v set graph_hash = forms.shown_hash(v.graph::jsonb)
      from forms.forms f where f.id = v.form_id and f.current_version = v.version_number`);
    this.addSql(`
      create or replace view forms.form_states as
      select f.id as form_id, v.published_at, d.saved_at as draft_saved_at,
        d.form_id is not null and (v.id is null or d.title <> v.title or d.graph_hash <> v.graph_hash
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
