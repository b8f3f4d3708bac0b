import { createHash } from "node:crypto";
import type pg from "pg";
import type { AuditTarget, SentAuditEntry } from "../../../shared/api/audit/entry.ts";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { derivedKey } from "../../../shared/platform/secretsKey.ts";
import { canSeal } from "../sealing.ts";
import { addressPattern } from "./audit.ts";

/** Addresses of deleted people. Entries of the audit log that arrive later lose them (teams §20.8). */
const purpose = "forgotten addresses";

/** Auth also runs without SECRETS_KEY. */
const key = (): Buffer => (canSeal() ? derivedKey(purpose) : Buffer.from(purpose));

/** Returns the hash by which a deleted person's address is known for 30 days (auth.forget_person). */
export const forgottenHash = (email: string): Buffer =>
  createHash("sha256").update(key()).update(emailKey(email)).digest();

/**
 * Locks the entries' workspaces, then waits for people who are being deleted, so that the next statement knows of them, or their
 * deletion of what it stores.
 */
export async function lockForAudit(client: pg.ClientBase, entries: readonly SentAuditEntry[]): Promise<void> {
  await client.query(
    `select pg_advisory_xact_lock_shared(hashtextextended('pathform audit of people', 0)) from (select count(*) from (
      select from auth.accounts where id = any($1::uuid[]) order by id for key share) locked) counted`,
    [entries.map(({ account_id }) => account_id)],
  );
}

/** Returns the entries without addresses of deleted people. An address that was invited or registered again stays. */
export async function withoutForgotten(
  client: pg.ClientBase,
  entries: readonly SentAuditEntry[],
): Promise<SentAuditEntry[]> {
  const { rows } = await client.query<{ id: string; address: string }>(
    `select distinct e.id, a.address
      from jsonb_to_recordset($1::jsonb) as e (id uuid, account_id uuid, targets jsonb, changes jsonb)
        cross join lateral (
          select lower(m[1]) as address from regexp_matches(e.targets::text || e.changes::text, '${addressPattern}', 'g') m) a
        join auth.forgotten_addresses f on f.hash = sha256($2::bytea || convert_to(a.address, 'utf8'))
      where not exists (select from auth.users u where u.email_key = a.address) and not exists (
        select from auth.invitations i where i.account_id = e.account_id and i.email_key = a.address and i.created > f.deleted)`,
    [JSON.stringify(entries), key()],
  );
  const addresses = Map.groupBy(rows, ({ id }) => id);
  return entries.map((entry) =>
    (addresses.get(entry.id) ?? []).reduce((shown, { address }) => without(shown, address), entry),
  );
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

const without = (entry: SentAuditEntry, address: string): SentAuditEntry => ({
  ...entry,
  targets: entry.targets.map((target: AuditTarget) =>
    target.name !== null && emailKey(target.name) === address ? { ...target, name: null } : target,
  ),
  changes: JSON.parse(JSON.stringify(entry.changes).replace(new RegExp(literally(address), "gi"), "deleted")),
});
