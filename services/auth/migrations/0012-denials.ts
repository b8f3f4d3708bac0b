import { Migration } from "@mikro-orm/migrations";

/** A fourth function that changes the audit log: it counts further refusals in an entry (teams §20.21). It can run again. */
export class CountDenials extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function auth.count_denials(entry uuid, more integer) returns void
      language plpgsql security definer set search_path = '' as $$
      begin
        perform set_config('pathform.audit', 'kept by its function', true);
        update auth.audit_events e set changes = (
            select jsonb_agg(case when c->>'field' = 'count'
              then jsonb_set(c, '{after}', to_jsonb((c->>'after')::integer + greatest(more, 0))) else c end order by at)
            from jsonb_array_elements(e.changes) with ordinality as x (c, at))
          where id = entry and action = 'access.denied' and outcome = 'denied';
        perform set_config('pathform.audit', '', true);
      end $$`);
  }
}
