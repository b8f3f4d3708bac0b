import { Migration } from "@mikro-orm/migrations";

export interface NewIndex {
  /** in the schema, e.g. `sessions.events_leased` */
  name: string;
  /** what follows `on`, e.g. `sessions.events (leased_until)` */
  on: string;
  isUnique?: boolean;
}

/**
 * A migration that builds indexes on tables that are in use: nobody's statement waits for it. It runs outside a
 * transaction, and again as a whole when it was cut off, so an index of that name is what was left half built.
 */
export abstract class ConcurrentIndexes extends Migration {
  abstract readonly indexes: NewIndex[];

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // it waits for transactions that began before it, and nobody waits for it
    this.addSql("set lock_timeout = 0");
    for (const { name, on, isUnique } of this.indexes) {
      this.addSql(`drop index concurrently if exists ${name}`);
      const local = name.slice(name.indexOf(".") + 1);
      this.addSql(`create ${isUnique ? "unique " : ""}index concurrently ${local} on ${on}`);
    }
    this.addSql("reset lock_timeout");
  }
}
