import { Migration } from "@mikro-orm/migrations";

/**
 * The devices of sessions that another one continues by their personal link (devices.ts), as hashes of their keys. `begun_by`: of those
 * that answered before, apart by spaces, '' if they had no key; null in all other sessions. `given_by`: of the device that gave an
 * answer since, '' likewise; null before.
 */
export class AddDevices extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql("alter table sessions.sessions add column if not exists begun_by text");
    this.addSql("alter table sessions.visits add column if not exists given_by text");
  }
}
