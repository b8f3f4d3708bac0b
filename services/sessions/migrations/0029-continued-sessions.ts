import { Migration } from "@mikro-orm/migrations";

/**
 * Sessions that another device continues by their personal link. `continued_by` is a hash of the key of the device that answered last,
 * and `continued_from` is the index of the first node on the path that is its own. Both are null in all other sessions.
 */
export class AddContinuedSessions extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql("alter table sessions.sessions add column if not exists continued_by text");
    this.addSql("alter table sessions.sessions add column if not exists continued_from integer");
  }
}
