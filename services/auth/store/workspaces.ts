import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { ResponseLevel } from "../../../shared/domain/access/capabilities.ts";
import { highestRole, type Role, rolesWith } from "../../../shared/domain/access/roles.ts";
import type { Paging } from "../../../shared/domain/paging.ts";
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

const ofMember = (userId: string) => sql`
  select a.id, a.name, a.settings, a.created, a.deletes_at, m.role, m.responses, m.source,
    (select count(*)::int from auth.memberships o where o.account_id = a.id) as members_count,
    a.id = (select d.account_id from auth.memberships d join auth.users u on u.id = d.user_id
      where d.user_id = m.user_id
      order by (d.account_id = u.default_account_id) is true desc, d.account_id = u.account_id desc, d.created, d.account_id
      limit 1) as is_default
  from auth.memberships m join auth.accounts a on a.id = m.account_id
  where m.user_id = ${userId}`;

/** Lists the workspaces that a person is in. */
export async function listWorkspaces(em: EntityManager, userId: string, paging: Paging) {
  const field = sql.ref(paging.ordering.field === "created" ? "created" : "name");
  const direction = sql.raw(paging.ordering.descending ? "desc" : "asc");
  const matches = paging.search ? sql.raw(hasEveryWord("name", "p.patterns")) : sql`true`;
  const { rows } = await sql<WorkspaceRow & { count: number }>`
    select w.*, count(*) over ()::int as count
    from (${ofMember(userId)}) w, (select ${wordPatterns(paging.search ?? "")}::text as patterns) p
    where ${matches} order by ${field} ${direction}, id ${direction}`.execute(em.getKysely());
  return { rows: rows.slice(paging.offset, paging.offset + paging.limit), count: rows.length };
}

/** Returns a workspace that a person is in, or null. */
export async function findWorkspace(em: EntityManager, userId: string, id: string): Promise<WorkspaceRow | null> {
  const { rows } = await sql<WorkspaceRow>`${ofMember(userId)} and a.id = ${id}`.execute(em.getKysely());
  return rows[0] ?? null;
}

/** Adds a workspace with its owner. */
export async function insertWorkspace(em: EntityManager, userId: string, name: string): Promise<string> {
  const id = newUuid();
  await sql`
    with account as (insert into auth.accounts (id, name) values (${id}, ${name}) returning id)
    insert into auth.memberships (account_id, user_id, role, responses)
    select id, ${userId}, ${highestRole}, 'write' from account`.execute(em.getKysely());
  return id;
}

/** Locks the person, so that their workspaces are counted one after the other, and returns how many they own. */
export async function countOwned(em: EntityManager, userId: string): Promise<number> {
  await sql`select from auth.users where id = ${userId} for update`.execute(em.getKysely());
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from auth.memberships
    where user_id = ${userId} and role = any(${sql.val(rolesWith("workspace:delete"))}::text[])`.execute(
    em.getKysely(),
  );
  return rows[0]?.count ?? 0;
}

/** Locks the workspace: every change of its memberships, settings and keys does first (teams §20.3). */
export async function lockWorkspace(em: EntityManager, id: string): Promise<void> {
  await sql`select from auth.accounts where id = ${id} for update`.execute(em.getKysely());
}

export async function changeWorkspace(
  em: EntityManager,
  id: string,
  { name, settings }: { name?: string; settings?: Partial<Settings> },
): Promise<void> {
  await sql`
    update auth.accounts set name = coalesce(${name ?? null}, name), settings = settings || ${JSON.stringify(settings ?? {})}::jsonb
    where id = ${id}`.execute(em.getKysely());
}

export async function chooseDefault(em: EntityManager, userId: string, id: string): Promise<void> {
  await sql`update auth.users set default_account_id = ${id} where id = ${userId}`.execute(em.getKysely());
}
