import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Origin } from "../../../shared/bus/contract.ts";
import type { SignInMethod } from "../../../shared/domain/access/caller.ts";
import type { Paging } from "../../../shared/domain/paging.ts";
import type { UserEventKind } from "../../../shared/domain/shapes/security.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { deviceOf } from "../device.ts";

/** Events of a person's sign-in. The person sees them for 90 days. No workspace's log has them (teams §20.10). */
export interface UserEventRow {
  id: string;
  kind: UserEventKind;
  method: SignInMethod | null;
  device: string | null;
  address: string | null;
  occurred_at: Date;
}

/** Adds an event, in the transaction of its cause. `origin` is absent for an operator's command. */
export async function recordUserEvent(
  em: EntityManager,
  userId: string,
  kind: UserEventKind,
  origin: Origin | undefined,
  method: SignInMethod | null = null,
): Promise<void> {
  await sql`
    insert into auth.user_events (id, user_id, kind, method, device, address)
    values (${newUuid()}, ${userId}, ${kind}, ${method}, ${deviceOf(origin?.user_agent ?? null)}, ${origin?.address ?? null})`.execute(
    em.getKysely(),
  );
}

/** Failed sign-ins of an hour that are kept: strangers cause them. */
const failuresPerHour = 20;

export async function recordFailedSignIn(em: EntityManager, userId: string, origin: Origin | undefined): Promise<void> {
  await sql`
    insert into auth.user_events (id, user_id, kind, method, device, address)
    select ${newUuid()}, ${userId}, 'sign_in_failed', 'password', ${deviceOf(origin?.user_agent ?? null)}, ${origin?.address ?? null}
    where (select count(*) from auth.user_events where user_id = ${userId} and kind = 'sign_in_failed'
      and occurred_at > now() - interval '1 hour') < ${failuresPerHour}`.execute(em.getKysely());
}

const kept = sql.raw("occurred_at > now() - interval '90 days'");

export async function listUserEvents(em: EntityManager, userId: string, { ordering, limit, offset }: Paging) {
  const direction = sql.raw(ordering.descending ? "desc" : "asc");
  const { rows } = await sql<UserEventRow>`
    select id, kind, method, device, address, occurred_at from auth.user_events where user_id = ${userId} and ${kept}
    order by occurred_at ${direction}, id ${direction} limit ${limit} offset ${offset}`.execute(em.getKysely());
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from auth.user_events where user_id = ${userId} and ${kept}`.execute(em.getKysely());
  return { rows, count: counted[0]?.count ?? 0 };
}
