import { Migration } from "@mikro-orm/migrations";

/**
 * Ids of erased sessions, which no start takes again: integrations and analytics drop what they get of such an id.
 *
 * `refuse_erased` is volatile, so it sees what was committed after the statement that calls it began. A start whose insert
 * waited for the erasure of the same id would not see the erasure otherwise.
 */
export class AddErasedSessions extends Migration {
  override up(): void {
    this.addSql(`
      create table sessions.erased_sessions (
        session_id uuid primary key,
        erased_at timestamptz not null default statement_timestamp()
      )`);
    this.addSql(`
      create function sessions.refuse_erased(ids uuid[]) returns boolean language plpgsql volatile as $$
      begin
        if exists (select from sessions.erased_sessions where session_id = any(ids)) then
          raise unique_violation using message = 'the session was erased';
        end if;
        return true;
      end $$`);
  }
}
