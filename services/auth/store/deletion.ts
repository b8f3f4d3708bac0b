import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import { rolesWith } from "../../../shared/api/access/roles.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { madeWork } from "../../../shared/platform/database/work.ts";
import { authJobs } from "../jobs.ts";
import { aboutWorkspace } from "../suspension.ts";

/** Deleting a workspace, with seven days to restore it (teams §20.13). A trigger numbers its suspensions (migration 0020). */

/** Sets when a locked workspace is deleted, and returns it. The first time holds. Forms hear of it (suspension.ts). */
export async function scheduleDeletion(em: EntityManager, id: string): Promise<Date> {
  const [row] = await rows<{ deletes_at: Date }>(
    em,
    `update auth.accounts set deletes_at = coalesce(deletes_at, now() + interval '7 days') where id = $1
    returning deletes_at`,
    [id],
  );
  await noteSuspension(em, id);
  return row?.deletes_at ?? new Date();
}

/** Deletes locked workspaces that will have no member now, instead of in seven days (erasure.ts). */
export async function deleteAtOnce(em: EntityManager, ids: readonly string[]): Promise<void> {
  await rows(em, "update auth.accounts set deletes_at = now() where id = any($1::uuid[])", [[...ids]]);
  madeWork(em, "auth.erasure");
  for (const id of ids) await noteSuspension(em, id);
}

/** Keeps a locked workspace. False if it isn't going to be deleted, or its time has come. */
export async function cancelDeletion(em: EntityManager, id: string): Promise<boolean> {
  const found = await rows(
    em,
    "update auth.accounts set deletes_at = null where id = $1 and deletes_at > now() returning id",
    [id],
  );
  if (found.length > 0) await noteSuspension(em, id);
  return found.length > 0;
}

const noteSuspension = (em: EntityManager, id: string): Promise<void> =>
  authJobs.add(em, "suspend", { key: id, data: { account_id: id }, account_id: id, subject: aboutWorkspace(id) });

/** Returns the owners, who are told by email. */
export async function ownersOf(em: EntityManager, id: string): Promise<{ id: string; email: string; name: string }[]> {
  return rows<{ id: string; email: string; name: string }>(
    em,
    `select u.id, u.email, u.name from auth.memberships m join auth.users u on u.id = m.user_id
    where m.account_id = $1 and m.role = any($2::text[]) order by m.created, u.id`,
    [id, rolesWith("workspace:delete")],
  );
}

/** Requests of a workspace that was deleted immediately may still write until their deadline. */
const grace = "30 seconds";

/**
 * Returns a workspace whose time has come, and whether no request writes to it anymore. A random one, so that one that fails
 * doesn't hold up the others.
 */
export async function dueDeletion(pool: pg.Pool): Promise<{ id: string; is_quiet: boolean } | null> {
  const { rows } = await pool.query<{ id: string; is_quiet: boolean }>(
    `select id, deletes_at < now() - interval '${grace}' as is_quiet from auth.accounts
      where deletes_at < now() order by random() limit 1`,
  );
  return rows[0] ?? null;
}
