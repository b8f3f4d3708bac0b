import { Migration } from "@mikro-orm/migrations";

/** `served_at`: when the import last ran, so that the workspace that has waited longest is next (wants §25). */
export class AddImportTurns extends Migration {
  override up(): void {
    this.addSql("alter table sessions.imports add column if not exists served_at timestamptz");
  }
}
