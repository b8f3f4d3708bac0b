import { Migration } from "@mikro-orm/migrations";

/** The client that started a session, for the limit of copies by email (features §17). */
export class AddClients extends Migration {
  override up(): void {
    // a keyed hash of the network address. Null in sessions of the previous release
    this.addSql("alter table sessions.sessions add column if not exists client text");
  }
}
