import { Migration } from "@mikro-orm/migrations";

/**
 * Unique answers and places of options (wants §22, docs/adr/0025). All four stay on the coordinator of a distributed database, as forms
 * do, so `holder` isn't called `session_id`.
 */
export class AddExact extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql("alter table sessions.live_forms add column if not exists is_exact boolean not null default false");
    // `claiming`: rules that are counted, but don't hold yet
    this.addSql(`create table if not exists sessions.exact_forms (
      form_id uuid primary key,
      rules json,
      claiming json)`);
    // what a completed session has: a keyed hash of a unique answer, or the value of a limited option
    this.addSql(`create table if not exists sessions.claims (
      form_id uuid not null,
      node_id text not null collate "C",
      key text not null collate "C",
      holder uuid not null,
      primary key (form_id, node_id, key, holder))`);
    this.addSql("create index if not exists claims_holder on sessions.claims (holder)");
    // claims of each limited option
    this.addSql(`create table if not exists sessions.option_places (
      form_id uuid not null,
      node_id text not null collate "C",
      value text not null collate "C",
      taken integer not null,
      primary key (form_id, node_id, value)) with (fillfactor = 50)`);
  }
}
