import type { EntityManager } from "@mikro-orm/postgresql";
import type { ResponseLevel } from "../../../shared/api/access/capabilities.ts";
import { highestRole, type Role, rolesWith } from "../../../shared/api/access/roles.ts";
import type { Paging } from "../../../shared/api/paging.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { hasEveryWord, wordPatterns } from "../../../shared/platform/database/searched.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import type { Settings } from "../callers.ts";

/** Workspaces as one of their members sees them (teams §20.2). */
export interface WorkspaceRow {
  id: string;
  name: string;
  settings: Partial<Settings>;
  created: Date;
  deletes_at: Date | null;
  role: Role;
  responses: ResponseLevel;
  source: "manual" | "sso";
  members_count: number;
  /** the person's own choice, else their home, else their oldest */
  is_default: boolean;
}

/** `$1` is the id of the person. */
const ofMember = `
  select a.id, a.name, a.settings, a.created, a.deletes_at, m.role, m.responses, m.source,
    (select count(*)::int from auth.memberships o where o.account_id = a.id) as members_count,
    a.id = (select d.account_id from auth.memberships d join auth.users u on u.id = d.user_id
      where d.user_id = m.user_id
      order by (d.account_id = u.default_account_id) is true desc, d.account_id = u.account_id desc, d.created, d.account_id
      limit 1) as is_default
  from auth.memberships m join auth.accounts a on a.id = m.account_id
  where m.user_id = $1`;

/** Lists the workspaces that a person is in. */
export async function listWorkspaces(em: EntityManager, userId: string, paging: Paging) {
  const field = paging.ordering.field === "created" ? "created" : "name";
  const direction = paging.ordering.descending ? "desc" : "asc";
  const matches = paging.search ? hasEveryWord("name", "p.patterns") : "true";
  const found = await rows<WorkspaceRow & { count: number }>(
    em,
    `select w.*, count(*) over ()::int as count
    from (${ofMember}) w, (select $2::text as patterns) p
    where ${matches} order by ${field} ${direction}, id ${direction}`,
    [userId, wordPatterns(paging.search ?? "")],
  );
  return { rows: found.slice(paging.offset, paging.offset + paging.limit), count: found.length };
}

/** Returns a workspace that a person is in, or null. */
export async function findWorkspace(em: EntityManager, userId: string, id: string): Promise<WorkspaceRow | null> {
  const [row] = await rows<WorkspaceRow>(em, `${ofMember} and a.id = $2`, [userId, id]);
  return row ?? null;
}

/** Adds a workspace with its owner. */
export async function insertWorkspace(em: EntityManager, userId: string, name: string): Promise<string> {
  const id = newUuid();
  await rows(
    em,
    `with account as (insert into auth.accounts (id, name) values ($1, $2) returning id)
    insert into auth.memberships (account_id, user_id, role, responses)
    select id, $3, $4, 'write' from account`,
    [id, name, userId, highestRole],
  );
  return id;
}

/** Locks the person, so that their workspaces are counted one after the other, and returns how many they own. */
export async function countOwned(em: EntityManager, userId: string): Promise<number> {
  await rows(em, "select from auth.users where id = $1 for update", [userId]);
  const [row] = await rows<{ count: number }>(
    em,
    `select count(*)::int as count from auth.memberships
    where user_id = $1 and role = any($2::text[])`,
    [userId, rolesWith("workspace:delete")],
  );
  return row?.count ?? 0;
}

/** Locks the workspace: every change of its memberships, settings and keys does first (teams §20.3). */
export async function lockWorkspace(em: EntityManager, id: string): Promise<void> {
  await rows(em, "select from auth.accounts where id = $1 for update", [id]);
}

export async function changeWorkspace(
  em: EntityManager,
  id: string,
  { name, settings }: { name?: string; settings?: Partial<Settings> },
): Promise<void> {
  await rows(
    em,
    `update auth.accounts set name = coalesce($1, name), settings = settings || $2::jsonb
    where id = $3`,
    [name ?? null, JSON.stringify(settings ?? {}), id],
  );
}

export async function chooseDefault(em: EntityManager, userId: string, id: string): Promise<void> {
  await rows(em, "update auth.users set default_account_id = $1 where id = $2", [id, userId]);
}
