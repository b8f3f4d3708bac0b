import { Migration } from "@mikro-orm/migrations";

/** The token that the first registration needs on a public server (decisions §8, SETUP_TOKEN). At most one row. */
export class AddSetupToken extends Migration {
  override up(): void {
    this.addSql(`
      create table auth.setup_token (
        is_only boolean primary key default true check (is_only),
        token text not null
      )`);
  }
}
