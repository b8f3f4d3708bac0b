import { Migration } from "@mikro-orm/migrations";
import { createAuditOutbox } from "../../../shared/platform/audit/outbox.ts";

/**
 * The audit log (teams §20.10, docs/adr/0018). Rows are only inserted: three functions of the schema's owner change them, and each
 * checks in the data that it may. Each statement can run again.
 */
export class AddAudit extends Migration {
  override up(): void {
    this.addSql(createAuditOutbox("auth"));
    // without references, which deleting a person or a workspace would follow
    this.addSql(`
      create table if not exists auth.audit_events (
        id uuid primary key,
        account_id uuid not null,
        occurred_at timestamptz not null,
        action text not null,
        outcome text not null,
        actor_type text not null,
        actor_id uuid,
        actor_name text,
        actor_email text,
        actor_prefix text,
        targets jsonb not null,
        target_ids text[] not null,
        address text,
        user_agent text,
        request_id text,
        method text,
        path text,
        changes jsonb not null
      )`);
    const index = (name: string, on: string) =>
      this.addSql(`create index if not exists audit_events_${name} on auth.audit_events ${on}`);
    index("list", "(account_id, occurred_at, id)");
    index("actions", "(account_id, action text_pattern_ops, occurred_at, id)");
    index("actors", "(actor_id, account_id, occurred_at, id)");
    index("targets", "using gin (target_ids)");
    index("age", "(occurred_at, id)");
    index("addresses", "(occurred_at) where address is not null or user_agent is not null");
    this.appendOnly();
    this.functions();
  }

  /** For servers with one role, which owns the table. With a role per service, it lacks the rights too. */
  private appendOnly(): void {
    this.addSql(`
      create or replace function auth.keep_audit() returns trigger language plpgsql as $$
      begin
        if current_setting('pathform.audit', true) = 'kept by its function' then
          return case when tg_op = 'DELETE' then old else new end;
        end if;
        raise 'The audit log accepts new entries only.';
      end $$`);
    this.addSql(`create or replace trigger keep_audit before update or delete on auth.audit_events
      for each row execute function auth.keep_audit()`);
    this.addSql(`create or replace trigger keep_all_audit before truncate on auth.audit_events
      for each statement execute function auth.keep_audit()`);
    // of a role that `npm run roles` made before
    this.addSql(`
      do $$
      declare role regrole;
      begin
        for role in select distinct a.grantee::regrole from pg_class c, aclexplode(c.relacl) a
          where c.oid = 'auth.audit_events'::regclass and a.grantee not in (0, c.relowner)
        loop
          execute format('revoke update, delete, truncate on auth.audit_events from %s', role);
        end loop;
      end $$`);
  }

  private functions(): void {
    const owned = "language plpgsql security definer set search_path = ''";
    // a setting of the function itself would need a superuser
    const allow = "perform set_config('pathform.audit', 'kept by its function', true);";
    const refuse = "perform set_config('pathform.audit', '', true);";
    // at least thirty days stay, whatever a process asks for
    this.addSql(`
      create or replace function auth.trim_audit(days integer, batch integer) returns integer ${owned} as $$
      declare
        changed integer;
        deleted integer := 0;
      begin
        ${allow}
        update auth.audit_events set address = null, user_agent = null where id in (
          select id from auth.audit_events where (address is not null or user_agent is not null)
            and occurred_at < now() - interval '90 days' limit batch);
        get diagnostics changed = row_count;
        if days > 0 then
          delete from auth.audit_events where id in (
            select id from auth.audit_events where occurred_at < now() - greatest(days, 30) * interval '1 day' limit batch);
          get diagnostics deleted = row_count;
        end if;
        ${refuse}
        return greatest(changed, deleted);
      end $$`);
    this.addSql(`
      create or replace function auth.forget_audit_of_workspace(workspace uuid) returns void ${owned} as $$
      begin
        if exists (select from auth.accounts where id = workspace) then
          raise 'The workspace exists, so its audit log stays.';
        end if;
        ${allow}
        delete from auth.audit_events where account_id = workspace;
        ${refuse}
      end $$`);
    this.addSql(`
      create or replace function auth.forget_audit_of_person(person uuid, mail text) returns void ${owned} as $$
      begin
        if exists (select from auth.users u where u.id = person or u.email_key = lower(mail)) then
          raise 'The person exists, so the audit log keeps their name.';
        end if;
        ${allow}
        update auth.audit_events set actor_name = null, actor_email = null where actor_id = person and actor_type <> 'api_key';
        update auth.audit_events e set changes = regexp_replace(e.changes::text, '***=' || mail, 'deleted', 'gi')::jsonb, targets = (
            select jsonb_agg(case when t->>'id' = person::text or lower(t->>'name') = lower(mail)
              then t || '{"name": null}' else t end order by at)
            from jsonb_array_elements(e.targets) with ordinality as x (t, at))
          , target_ids = array_remove(target_ids, lower(mail))
          where target_ids && array[person::text, lower(mail)];
        ${refuse}
      end $$`);
  }
}
