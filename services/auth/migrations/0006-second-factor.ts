import { Migration } from "@mikro-orm/migrations";

/**
 * Second factors, what a sign-in shows, a person's own events, and links that change an address or sign in (teams §20.8, §20.16). A
 * copy of the previous release adds sign-ins without the new columns. Each statement locks one table, and can run again.
 */
export class AddSecondFactor extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.signIns();
    this.secondFactors();
    this.links();
    this.events();
    this.deletions();
  }

  /** `last_used`: by the hour · `ends`: the sign-in isn't extended beyond · `sid`: the issuer's id of its session */
  private signIns(): void {
    this.addSql(`
      alter table auth.sign_ins add column if not exists id uuid, add column if not exists method text not null default 'password',
        add column if not exists device text, add column if not exists address text,
        add column if not exists last_used timestamptz, add column if not exists ends timestamptz,
        add column if not exists sid text`);
    // the default after the column, so that the table isn't rewritten under its lock
    this.addSql("alter table auth.sign_ins alter column id set default gen_random_uuid()");
    this.addSql("update auth.sign_ins set id = gen_random_uuid() where id is null");
  }

  /**
   * `secret` is sealed, and unconfirmed for ten minutes · `last_step`: the latest time step whose code was used · `wrong`: codes since
   * `wrong_since`
   */
  private secondFactors(): void {
    this.addSql(`
      create table if not exists auth.second_factors (
        user_id uuid not null references auth.users on delete cascade,
        kind text not null check (kind in ('totp')),
        secret text not null,
        last_step bigint not null default 0,
        wrong smallint not null default 0,
        wrong_since timestamptz not null default clock_timestamp(),
        created timestamptz not null default clock_timestamp(),
        confirmed timestamptz,
        primary key (user_id, kind)
      )`);
    this.addSql(`
      create table if not exists auth.recovery_codes (
        user_id uuid not null references auth.users on delete cascade,
        code_hash bytea not null,
        used timestamptz,
        primary key (user_id, code_hash)
      )`);
    // password: hash of the password hash that was checked, so that a challenge ends with the password
    this.addSql(`
      create table if not exists auth.challenges (
        token_hash bytea primary key,
        user_id uuid not null references auth.users on delete cascade,
        password bytea not null,
        method text not null,
        tries smallint not null default 0,
        created timestamptz not null default clock_timestamp(),
        expires timestamptz not null
      )`);
    this.addSql("create index if not exists challenges_user on auth.challenges (user_id)");
  }

  private links(): void {
    this.addSql(`
      create table if not exists auth.email_changes (
        token_hash bytea primary key,
        user_id uuid not null references auth.users on delete cascade,
        email text not null,
        created timestamptz not null default clock_timestamp(),
        expires timestamptz not null
      )`);
    this.addSql("create index if not exists email_changes_user on auth.email_changes (user_id)");
    // an operator's, for one sign-in
    this.addSql(`
      create table if not exists auth.sign_in_links (
        token_hash bytea primary key,
        user_id uuid not null references auth.users on delete cascade,
        created timestamptz not null default clock_timestamp(),
        expires timestamptz not null
      )`);
    this.addSql("create index if not exists sign_in_links_user on auth.sign_in_links (user_id)");
  }

  private events(): void {
    this.addSql(`
      create table if not exists auth.user_events (
        id uuid primary key,
        user_id uuid not null references auth.users on delete cascade,
        kind text not null,
        method text,
        device text,
        address text,
        occurred_at timestamptz not null default clock_timestamp()
      )`);
    this.addSql("create index if not exists user_events_list on auth.user_events (user_id, occurred_at, id)");
    this.addSql("create index if not exists user_events_age on auth.user_events (occurred_at)");
  }

  /** `deletes_at`: when a workspace ends. `deleted_users`: until forms forgot their names. */
  private deletions(): void {
    this.addSql("alter table auth.accounts add column if not exists deletes_at timestamptz");
    this.addSql(`
      create table if not exists auth.deleted_users (
        user_id uuid primary key,
        created timestamptz not null default clock_timestamp()
      )`);
  }
}
