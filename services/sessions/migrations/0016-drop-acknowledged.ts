import { Migration } from "@mikro-orm/migrations";

/** No statement reads this index since 0006-claims, and each completed session's event wrote it. */
export class DropAcknowledged extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // waits for older transactions, but blocks no others
    this.addSql("set lock_timeout = 0");
    this.addSql("drop index concurrently if exists sessions.events_acknowledged");
    this.addSql("reset lock_timeout");
  }
}
