import type { EntityManager } from "@mikro-orm/postgresql";
import type { GivenRole } from "../../../shared/api/access/ssoRoles.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { mayJoin } from "./members.ts";

/** Memberships that follow single sign-on (teams §20.9). */
export interface SyncedPlace extends GivenRole {
  account_id: string;
  source: "manual" | "sso";
}

/** Returns a person's memberships by workspace. */
export async function placesBySync(em: EntityManager, userId: string): Promise<Map<string, SyncedPlace>> {
  const found = await rows<SyncedPlace>(
    em,
    "select account_id, role, responses, source from auth.memberships where user_id = $1",
    [userId],
  );
  return new Map(found.map((row) => [row.account_id, row]));
}

/** Gives a person the role of their groups. A membership by hand stays. False if they may join none. */
export async function putSynced(
  em: EntityManager,
  accountId: string,
  userId: string,
  { role, responses }: GivenRole,
): Promise<boolean> {
  if (!(await mayJoin(em, accountId, userId))) return false;
  await rows(
    em,
    `insert into auth.memberships as m (account_id, user_id, role, responses, source)
    values ($1, $2, $3, $4, 'sso')
    on conflict (account_id, user_id) do update set role = excluded.role, responses = excluded.responses
    where m.source = 'sso'`,
    [accountId, userId, role, responses],
  );
  return true;
}

/** Returns those of the ids that are workspaces. One that is going to be deleted keeps its members, as it may be restored. */
export async function knownWorkspaces(em: EntityManager, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ id: string }>(
    em,
    "select id from auth.accounts where id = any($1::uuid[]) and name <> ''",
    [[...ids]],
  );
  return new Set(found.map(({ id }) => id));
}

/** Returns the oldest workspace, or null if the server has none. */
export async function oldestWorkspace(em: EntityManager): Promise<string | null> {
  const [row] = await rows<{ id: string }>(
    em,
    "select id from auth.accounts where name <> '' order by created, id limit 1",
  );
  return row?.id ?? null;
}

/** Returns the pending invitations of an address. */
export async function pendingFor(em: EntityManager, emailKey: string) {
  return rows<GivenRole & { id: string; account_id: string }>(
    em,
    `select i.id, i.account_id, i.role, i.responses from auth.invitations i join auth.accounts a on a.id = i.account_id
    where i.email_key = $1 and i.status = 'pending' and i.expires > now() and a.deletes_at is null
    order by i.created, i.id`,
    [emailKey],
  );
}
