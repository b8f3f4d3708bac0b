import { Migration } from "@mikro-orm/migrations";

/**
 * Workspaces, their members, grants, invitations, and keys that belong to a workspace (teams §20.16). An account is a workspace.
 * `users.account_id` stays the account that a copy of the previous release signs a user in to: one that they own, or an empty one
 * without members. Each statement locks one table, and can run again.
 */
export class AddWorkspaces extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.accounts();
    this.users();
    this.keys();
    this.memberships();
    this.invitations();
    this.grants();
    this.departures();
  }

  private accounts(): void {
    // settings: key_creation, sharing · mailed: invitations on a UTC day
    this.addSql(`
      alter table auth.accounts add column if not exists name text,
        add column if not exists settings jsonb not null default '{}',
        add column if not exists mailed_on date, add column if not exists mailed integer not null default 0`);
  }

  private users(): void {
    this.addSql(`
      alter table auth.users add column if not exists email_verified boolean not null default false,
        add column if not exists has_password boolean not null default true,
        add column if not exists default_account_id uuid`);
    // by the link that is mailed to the address
    this.addSql(`
      create table if not exists auth.email_verifications (
        token_hash bytea primary key,
        user_id uuid not null references auth.users on delete cascade,
        email text not null,
        created timestamptz not null default clock_timestamp(),
        expires timestamptz not null
      )`);
    this.addSql("create index if not exists email_verifications_user on auth.email_verifications (user_id)");
  }

  private keys(): void {
    // warned_days: of the last warning before the key expires
    this.addSql(`
      alter table auth.api_keys alter column user_id drop not null,
        add column if not exists scopes text[] not null default '{*}', add column if not exists form_ids uuid[],
        add column if not exists allowed_addresses text[], add column if not exists warned_days smallint`);
  }

  private memberships(): void {
    this.addSql(`
      create table if not exists auth.memberships (
        account_id uuid not null references auth.accounts on delete cascade,
        user_id uuid not null,
        role text not null check (role in ('owner', 'admin', 'editor', 'viewer', 'guest')),
        responses text not null check (responses in ('none', 'read', 'write')),
        source text not null default 'manual',
        mails_failures boolean not null default true,
        last_active date,
        created timestamptz not null default clock_timestamp(),
        primary key (account_id, user_id)
      )`);
    this.refer("memberships", "user_id", "auth.users on delete cascade");
    this.addSql("create index if not exists memberships_user on auth.memberships (user_id)");
    // users who register with a copy of the previous release, which names no workspace, own it
    this.addSql(`
      create or replace function auth.own_account() returns trigger language plpgsql as $$
      begin
        update auth.accounts set name = left(new.name, 88) || '''s workspace' where id = new.account_id and name is null;
        if found then
          insert into auth.memberships (account_id, user_id, role, responses)
          values (new.account_id, new.id, 'owner', 'write');
        end if;
        return new;
      end $$`);
    this.addSql(`create or replace trigger own_account after insert on auth.users
      for each row execute function auth.own_account()`);
    this.addSql(`
      insert into auth.memberships (account_id, user_id, role, responses, created)
      select u.account_id, u.id, 'owner', 'write', u.created from auth.users u join auth.accounts a on a.id = u.account_id
      where a.name is null on conflict do nothing`);
    this.addSql(`
      update auth.accounts a set name = left(u.name, 88) || '''s workspace'
      from (select distinct on (account_id) account_id, name from auth.users order by account_id, created) u
      where u.account_id = a.id and a.name is null`);
  }

  private invitations(): void {
    // two links: only the mailed one shows that the person reads the address's mail · by a user, or by a key
    this.addSql(`
      create table if not exists auth.invitations (
        id uuid primary key,
        account_id uuid not null references auth.accounts on delete cascade,
        email text not null,
        email_key text not null,
        role text not null,
        responses text not null,
        status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'revoked')),
        token_hash bytea not null unique,
        mailed_token_hash bytea unique,
        invited_by uuid,
        invited_by_key uuid,
        inviter text not null,
        created timestamptz not null default clock_timestamp(),
        expires timestamptz not null
      )`);
    this.refer("invitations", "invited_by", "auth.users on delete set null");
    this.refer("invitations", "invited_by_key", "auth.api_keys on delete set null");
    this.addSql(`create unique index if not exists invitations_pending on auth.invitations (account_id, email_key)
      where status = 'pending'`);
    this.addSql("create index if not exists invitations_list on auth.invitations (account_id, created, id)");
    this.addSql("create index if not exists invitations_inviter on auth.invitations (invited_by)");
    this.addSql("create index if not exists invitations_key on auth.invitations (invited_by_key)");
  }

  /** Of a member, or of an invitation until it is accepted. */
  private grants(): void {
    this.addSql(`
      create table if not exists auth.form_grants (
        id uuid primary key,
        account_id uuid not null references auth.accounts on delete cascade,
        form_id uuid not null,
        user_id uuid,
        invitation_id uuid,
        role text not null check (role in ('editor', 'viewer')),
        responses text not null check (responses in ('none', 'read', 'write')),
        created timestamptz not null default clock_timestamp(),
        check ((user_id is null) <> (invitation_id is null))
      )`);
    this.refer("form_grants", "user_id", "auth.users on delete cascade");
    this.refer("form_grants", "invitation_id", "auth.invitations on delete cascade");
    this.addSql(
      `create unique index if not exists form_grants_user on auth.form_grants (user_id, account_id, form_id)`,
    );
    this.addSql(
      `create unique index if not exists form_grants_invitation on auth.form_grants (invitation_id, form_id)`,
    );
    this.addSql("create index if not exists form_grants_form on auth.form_grants (account_id, form_id)");
  }

  /** Former readers of an account's responses, or of one form's, until its emails to them are stopped. */
  private departures(): void {
    this.addSql(`
      create table if not exists auth.departures (
        account_id uuid not null references auth.accounts on delete cascade,
        user_id uuid not null,
        form_id uuid,
        email text not null,
        created timestamptz not null default clock_timestamp(),
        unique nulls not distinct (account_id, user_id, form_id)
      )`);
  }

  private refer(table: string, column: string, to: string): void {
    const name = `${table}_${column}_fkey`;
    this.addSql(`alter table auth.${table} drop constraint if exists ${name},
      add constraint ${name} foreign key (${column}) references ${to}`);
  }
}
