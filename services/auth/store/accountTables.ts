import type pg from "pg";
import type { AccountTable } from "../../../shared/platform/database/accountTables.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { unusableHash } from "../passwords.ts";
import { forgottenHash } from "./forgotten.ts";

/** Tables with an account's data. `usage_flushes` has only batch ids, `setup_token` exists before any account, `invitation_letters` and `forgotten_addresses` are of no single one. */
const ofUsers = "t.user_id in (select id from auth.users where account_id = $1)";

export const authTables: readonly AccountTable[] = [
  { name: "auth.form_grants", where: "t.account_id = $1" },
  { name: "auth.invitations", where: "t.account_id = $1", secret: ["token_hash", "mailed_token_hash"] },
  { name: "auth.invitation_declines", where: "t.account_id = $1", secret: ["recipient"] },
  { name: "auth.memberships", where: "t.account_id = $1" },
  { name: "auth.email_verifications", where: ofUsers, secret: "all" },
  { name: "auth.sign_ins", where: ofUsers, secret: "all" },
  { name: "auth.second_factors", where: ofUsers, secret: "all" },
  { name: "auth.recovery_codes", where: ofUsers, secret: "all" },
  { name: "auth.challenges", where: ofUsers, secret: "all" },
  { name: "auth.email_changes", where: ofUsers, secret: "all" },
  { name: "auth.email_undos", where: ofUsers, secret: "all" },
  { name: "auth.sign_in_links", where: ofUsers, secret: "all" },
  { name: "auth.identities", where: ofUsers },
  { name: "auth.oidc_states", where: ofUsers, secret: "all" },
  { name: "auth.user_events", where: ofUsers },
  { name: "auth.password_resets", where: ofUsers, secret: "all" },
  { name: "auth.api_keys", where: "t.account_id = $1", secret: ["key_hash"] },
  { name: "auth.idempotency_keys", where: "t.account_id = $1" },
  { name: "auth.usage", where: "t.account_id = $1" },
  {
    name: "auth.jobs",
    where: "t.account_id = $1 or t.subject in (select 'user ' || id from auth.users where account_id = $1)",
    secret: ["data"],
  },
  { name: "auth.audit_outbox", where: "t.account_id = $1" },
];

/** Rows that identify the account, which deleteWorkspace deletes last. */
export const accountRows: readonly AccountTable[] = [
  { name: "auth.users", where: "t.account_id = $1", secret: ["password_hash"] },
  { name: "auth.accounts", where: "t.id = $1" },
  { name: "auth.audit_events", where: "t.account_id = $1" },
];

/**
 * Deletes the workspace with its users and its audit log, and the users' names in other audit logs. The functions make sure that
 * nothing else changes them (migrations/0008-audit.ts).
 */
export const deleteWorkspace = (pool: pg.Pool, accountId: string): Promise<unknown> =>
  inTransaction(pool, async (client) => {
    await client.query("select from auth.accounts where id = $1 for update", [accountId]);
    const { rows } = await client.query<{ id: string; email: string }>(
      "delete from auth.users where account_id = $1 returning id, email",
      [accountId],
    );
    await client.query("delete from auth.accounts where id = $1", [accountId]);
    for (const { id, email } of rows)
      await client.query("select auth.forget_person($1, $2, $3)", [id, email, forgottenHash(email)]);
    await client.query("select auth.forget_audit_of_workspace($1)", [accountId]);
  });

/** Ends all access to the account: no password matches, and all sign-ins, links and keys are gone. */
export async function endAccess(pool: pg.Pool, accountId: string): Promise<void> {
  await pool.query(
    `with locked as (update auth.users set password_hash = $2 where account_id = $1 returning id),
      signed_out as (delete from auth.sign_ins where user_id in (select id from locked)),
      reset as (delete from auth.password_resets where user_id in (select id from locked))
      update auth.api_keys set revoked = now() where account_id = $1 and revoked is null`,
    [accountId, unusableHash()],
  );
}

/** Returns the requests of the last thirty days. */
export async function requestsByAccount(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ account_id: string; requests: number }>(
    `select account_id, sum(requests)::float8 as requests from auth.usage
      where day > (now() at time zone 'utc')::date - 30 group by account_id`,
  );
  return new Map(rows.map(({ account_id, requests }) => [account_id, requests]));
}

/** Returns the members' email addresses of each account. */
export async function emailsByAccount(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ account_id: string; emails: string }>(
    `select m.account_id, string_agg(u.email, ', ' order by m.created) as emails
      from auth.memberships m join auth.users u on u.id = m.user_id group by m.account_id`,
  );
  return new Map(rows.map(({ account_id, emails }) => [account_id, emails]));
}
