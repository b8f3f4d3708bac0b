import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Membership } from "../callers.ts";

/** Returns a person's place in a workspace with their name, or null. */
export async function findMembership(
  em: EntityManager,
  accountId: string,
  userId: string,
): Promise<(Membership & { name: string }) | null> {
  const { rows } = await sql<Membership & { name: string }>`
    select a.id as account_id, a.name as workspace, a.settings, m.role, m.responses, false as is_due, u.name,
      (select json_object_agg(g.form_id, json_build_object('role', g.role, 'responses', g.responses))
        from auth.form_grants g where g.user_id = m.user_id and g.account_id = m.account_id) as grants
    from auth.memberships m join auth.accounts a on a.id = m.account_id join auth.users u on u.id = m.user_id
    where m.account_id = ${accountId} and m.user_id = ${userId}`.execute(em.getKysely());
  return rows[0] ?? null;
}
