import { Migration } from "@mikro-orm/migrations";

export interface NewIndex {
  /** name with schema, such as `sessions.events_leased` */
  name: string;
  /** SQL after `on`, such as `sessions.events (leased_until)` */
  on: string;
  isUnique?: boolean;
}

/**
 * A migration that builds indexes on tables in use without blocking statements. It runs outside a transaction. After an
 * interruption it runs again from the start, so it drops incomplete indexes first.
 */
export abstract class ConcurrentIndexes extends Migration {
  abstract readonly indexes: NewIndex[];

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // it waits for older transactions, but blocks no others
    this.addSql("set lock_timeout = 0");
    for (const { name, on, isUnique } of this.indexes) {
      this.addSql(`drop index concurrently if exists ${name}`);
      const local = name.slice(name.indexOf(".") + 1);
      this.addSql(`create ${isUnique ? "unique " : ""}index concurrently ${local} on ${on}`);
    }
    this.addSql("reset lock_timeout");
  }
}
