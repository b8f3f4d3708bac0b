import { Migration } from "@mikro-orm/migrations";

/** Saved views of a form's responses. */
export class CreateSavedViews extends Migration {
  override up(): void {
    this.addSql(`
      create table if not exists forms.saved_views (
        id uuid primary key,
        form_id uuid not null references forms.forms (id) on delete cascade,
        name text not null,
        filters jsonb not null,
        ordering text not null,
        -- null: those of the reader
        columns jsonb,
        created timestamptz not null,
        modified timestamptz not null
      )`);
    this.addSql("create index if not exists saved_views_by_form on forms.saved_views (form_id, created, id)");
  }
}
