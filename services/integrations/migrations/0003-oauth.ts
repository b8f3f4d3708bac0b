import { Migration } from "@mikro-orm/migrations";

/** Connecting by consent (decisions §7): the tokens themselves are sealed in `secrets`, like every other secret. */
export class AddOauth extends Migration {
  override up(): void {
    // token_expires_at: null where the provider does not say. instance_url: what the provider names as this account's.
    // grant_revision: counts the tokens that were stored or given up, so that a refresh knows whether it is late.
    this.addSql(`
      alter table integrations.integrations
        add column token_expires_at timestamptz,
        add column instance_url text,
        add column grant_revision integer not null default 0`);
    // One row a consent that was begun. The state is kept as its hash, the verifier sealed.
    this.addSql(`
      create table integrations.oauth_states (
        state_hash bytea primary key,
        account_id uuid not null,
        user_id uuid,
        type text not null,
        integration_id uuid,
        name text,
        return_to text,
        code_verifier text not null,
        expires_at timestamptz not null
      )`);
    this.addSql("create index on integrations.oauth_states (expires_at)");
    this.addSql(`
      create table integrations.leases (
        name text primary key,
        holder uuid not null,
        until timestamptz not null
      )`);
  }
}
