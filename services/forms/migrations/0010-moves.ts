import { Migration } from "@mikro-orm/migrations";

/** Forms that moved to another workspace (teams §20.13). */
export class AddMoves extends Migration {
  override up(): void {
    // what the other services don't know yet
    this.addSql(`create table if not exists forms.moves (
      form_id uuid primary key,
      from_account uuid not null,
      to_account uuid not null)`);
    // further owners of an image, which outlives its account for them
    this.addSql(`create table if not exists forms.image_shares (
      image_id uuid not null,
      account_id uuid not null,
      primary key (image_id, account_id))`);
  }
}
