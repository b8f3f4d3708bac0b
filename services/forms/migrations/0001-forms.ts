import { Migration } from "@mikro-orm/migrations";

/** Graphs are `json`, not `jsonb`: a snapshot keeps the order of its keys. */
export class FormsSchema extends Migration {
  override up(): void {
    this.addSql(`
      create table forms.themes (
        id uuid primary key,
        account_id uuid not null,
        name text not null,
        is_default boolean not null,
        colors json not null,
        font text not null,
        logo_url text,
        background_image_url text,
        border_radius integer not null,
        created timestamptz not null,
        modified timestamptz not null
      )`);
    // one Default an account, however many requests need it first (decisions §3)
    this.addSql("create unique index themes_default_key on forms.themes (account_id) where is_default");
    this.addSql("create index themes_account_idx on forms.themes (account_id, created, id)");
    this.addSql(`
      create table forms.forms (
        id uuid primary key,
        account_id uuid not null,
        slug text not null constraint forms_slug_key unique,
        title text not null,
        is_active boolean not null,
        is_accepting_responses boolean not null,
        response_limit integer,
        theme_id uuid not null references forms.themes (id),
        opens_at timestamptz,
        closes_at timestamptz,
        closed_message text,
        current_version integer,
        revision bigint not null,
        live_revision bigint not null default 0,
        live_version integer,
        created timestamptz not null,
        modified timestamptz not null
      )`);
    this.addSql("create index forms_account_idx on forms.forms (account_id, created, id)");
    this.addSql("create index forms_theme_idx on forms.forms (theme_id)");
    this.addSql("create index forms_published_idx on forms.forms (id) where current_version is not null");
    // almost always empty: what is left to tell sessions
    this.addSql(`
      create index forms_pending_idx on forms.forms (id)
      where current_version is not null and live_revision < revision`);
    this.addSql(`
      create table forms.drafts (
        form_id uuid primary key references forms.forms (id),
        title text not null,
        graph json not null,
        revision bigint not null,
        saved_at timestamptz not null
      )`);
    this.addSql(`
      create table forms.versions (
        id uuid primary key,
        form_id uuid not null references forms.forms (id),
        version_number integer not null,
        title text not null,
        graph json not null,
        node_count integer not null,
        edge_count integer not null,
        published_at timestamptz not null,
        constraint versions_number_key unique (form_id, version_number)
      )`);
  }
}
