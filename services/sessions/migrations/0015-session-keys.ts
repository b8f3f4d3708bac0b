import { Migration } from "@mikro-orm/migrations";

/** Every key contains the session id, so that the tables can be distributed by it (docs/operate/scale.md). */
export class KeyBySession extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const { table, isUnique } of byId) {
      // index builds wait for older transactions, but block no others
      this.addSql("set lock_timeout = 0");
      for (const index of [`${table}_keyed`, `${table}_id`])
        this.addSql(`drop index concurrently if exists sessions.${index}`);
      this.addSql(`create unique index concurrently ${table}_keyed on sessions.${table} (session_id, id)`);
      this.addSql(`create ${isUnique ? "unique " : ""}index concurrently ${table}_id on sessions.${table} (id)`);
      this.addSql("set lock_timeout = '2s'");
      this.addSql(`alter table sessions.${table} drop constraint ${table}_pkey,
        add constraint ${table}_pkey primary key using index ${table}_keyed`);
    }
    // Citus needs a column in a subquery. As in 0010-erased-sessions otherwise
    this.addSql(`
      create or replace function sessions.refuse_erased(ids uuid[]) returns boolean language plpgsql volatile as $$
      begin
        if exists (select session_id from sessions.erased_sessions where session_id = any(ids)) then
          raise unique_violation using message = 'the session was erased';
        end if;
        return true;
      end $$`);
    this.addSql("set lock_timeout = 0");
    // the new key begins with it
    this.addSql("drop index concurrently if exists sessions.events_session_id_idx");
    this.addSql("reset lock_timeout");
  }
}

/** Tables that are also read by id. Older copies need a unique id of a file for `on conflict (id)`. */
const byId = [
  { table: "events", isUnique: false },
  { table: "files", isUnique: true },
];
