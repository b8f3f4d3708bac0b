import { Migration } from "@mikro-orm/migrations";

export class CreateAuth extends Migration {
  override up(): void {
    this.addSql(`
      create table auth.accounts (
        id uuid primary key,
        created timestamptz not null default clock_timestamp()
      )`);
    this.addSql(`
      create table auth.users (
        id uuid primary key,
        account_id uuid not null references auth.accounts on delete cascade,
        email text not null,
        email_key text not null unique,
        name text not null,
        password_hash text not null,
        created timestamptz not null default clock_timestamp()
      )`);
    this.addSql(`create index on auth.users (account_id)`);
    this.addSql(`
      create table auth.sign_ins (
        token_hash bytea primary key,
        user_id uuid not null references auth.users on delete cascade,
        created timestamptz not null default clock_timestamp(),
        expires timestamptz not null
      )`);
    this.addSql(`create index on auth.sign_ins (user_id)`);
    this.addSql(`
      create table auth.api_keys (
        id uuid primary key,
        account_id uuid not null references auth.accounts on delete cascade,
        user_id uuid not null references auth.users on delete cascade,
        name text not null,
        prefix text not null,
        key_hash bytea not null,
        created timestamptz not null default clock_timestamp(),
        last_used timestamptz,
        expires timestamptz,
        revoked timestamptz
      )`);
    this.addSql(`create index on auth.api_keys (prefix)`);
    this.addSql(`create index on auth.api_keys (account_id, created, id)`);
    this.addSql(`create index on auth.api_keys (user_id)`);
  }
}
