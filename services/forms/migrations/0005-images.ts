import { Migration } from "@mikro-orm/migrations";

/** Images that owners upload (decisions §9.2): what there is; their bytes are in the file store, under `key`. */
export class AddImages extends Migration {
  override up(): void {
    this.addSql(`
      create table forms.images (
        id uuid primary key,
        account_id uuid not null,
        key text not null,
        state text not null check (state in ('reserved', 'stored', 'deleted')),
        content_type text,
        size integer,
        width integer,
        height integer,
        created timestamptz not null,
        check_at timestamptz
      )`);
    this.addSql("create index images_account_idx on forms.images (account_id)");
    // only what is on its way in or out
    this.addSql("create index images_check_idx on forms.images (check_at) where check_at is not null");
  }
}
