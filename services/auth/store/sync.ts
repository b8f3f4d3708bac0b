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

/** Returns those of the ids that are workspaces. One that is going to be deleted keeps its members, as it may be restored. */
export async function knownWorkspaces(em: EntityManager, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from auth.accounts where id = any(${sql.val([...ids])}::uuid[]) and name <> ''`.execute(em.getKysely());
  return new Set(rows.map(({ id }) => id));
}

/** Returns the oldest workspace, or null if the server has none. */
export async function oldestWorkspace(em: EntityManager): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from auth.accounts where name <> '' order by created, id limit 1`.execute(em.getKysely());
  return rows[0]?.id ?? null;
}

/** Returns the pending invitations of an address. */
export async function pendingFor(em: EntityManager, emailKey: string) {
  const { rows } = await sql<GivenRole & { id: string; account_id: string }>`
    select i.id, i.account_id, i.role, i.responses from auth.invitations i join auth.accounts a on a.id = i.account_id
    where i.email_key = ${emailKey} and i.status = 'pending' and i.expires > now() and a.deletes_at is null
    order by i.created, i.id`.execute(em.getKysely());
  return rows;
}
