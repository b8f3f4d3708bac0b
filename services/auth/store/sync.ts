import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { GivenRole } from "../../../shared/domain/access/ssoRoles.ts";

/** Memberships that follow single sign-on (teams §20.9). */
export interface SyncedPlace extends GivenRole {
  account_id: string;
  source: "manual" | "sso";
}

/** Returns a person's memberships by workspace. */
export async function placesBySync(em: EntityManager, userId: string): Promise<Map<string, SyncedPlace>> {
  const { rows } = await sql<SyncedPlace>`
    select account_id, role, responses, source from auth.memberships where user_id = ${userId}`.execute(em.getKysely());
  return new Map(rows.map((row) => [row.account_id, row]));
}

/** Gives a person the role of their groups. A membership by hand stays. */
export async function putSynced(em: EntityManager, accountId: string, userId: string, { role, responses }: GivenRole) {
  await sql`
    insert into auth.memberships as m (account_id, user_id, role, responses, source)
    values (${accountId}, ${userId}, ${role}, ${responses}, 'sso')
    on conflict (account_id, user_id) do update set role = excluded.role, responses = excluded.responses
    where m.source = 'sso'`.execute(em.getKysely());
}

/** Returns those of the ids that are workspaces, and aren't going to be deleted. */
export async function knownWorkspaces(em: EntityManager, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from auth.accounts where id = any(${sql.val([...ids])}::uuid[]) and name <> '' and deletes_at is null`.execute(
    em.getKysely(),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns the oldest workspace, or null if the server has none. */
export async function oldestWorkspace(em: EntityManager): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from auth.accounts where name <> '' and deletes_at is null order by created, id limit 1`.execute(
    em.getKysely(),
  );
  return rows[0]?.id ?? null;
}

/** Returns the pending invitations of an address. */
export async function pendingFor(em: EntityManager, emailKey: string) {
  const { rows } = await sql<GivenRole & { id: string; account_id: string }>`
    select id, account_id, role, responses from auth.invitations
    where email_key = ${emailKey} and status = 'pending' and expires > now() order by created, id`.execute(
    em.getKysely(),
  );
  return rows;
}
