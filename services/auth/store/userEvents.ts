import type { EntityManager } from "@mikro-orm/postgresql";
import type { SignInMethod } from "../../../shared/api/access/caller.ts";
import type { Paging } from "../../../shared/api/paging.ts";
import type { UserEventKind } from "../../../shared/api/shapes/security.ts";
import type { Origin } from "../../../shared/bus/contract.ts";
import { deviceOf } from "../../../shared/domain/device.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { newUuid } from "../../../shared/platform/ids.ts";

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
  await rows(
    em,
    `insert into auth.user_events (id, user_id, kind, method, device, address)
    values ($1, $2, $3, $4, $5, $6)`,
    [newUuid(), userId, kind, method, deviceOf(origin?.user_agent ?? null), origin?.address ?? null],
  );
}

/** Failed sign-ins of an hour that are kept: strangers cause them. */
const failuresPerHour = 20;

export async function recordFailedSignIn(em: EntityManager, userId: string, origin: Origin | undefined): Promise<void> {
  await rows(
    em,
    `insert into auth.user_events (id, user_id, kind, method, device, address)
    select $1, $2, 'sign_in_failed', 'password', $3, $4
    where (select count(*) from auth.user_events where user_id = $2 and kind = 'sign_in_failed'
      and occurred_at > now() - interval '1 hour') < $5`,
    [newUuid(), userId, deviceOf(origin?.user_agent ?? null), origin?.address ?? null, failuresPerHour],
  );
}

const kept = "occurred_at > now() - interval '90 days'";

export async function listUserEvents(em: EntityManager, userId: string, { ordering, limit, offset }: Paging) {
  const direction = ordering.descending ? "desc" : "asc";
  const found = await rows<UserEventRow>(
    em,
    `select id, kind, method, device, address, occurred_at from auth.user_events where user_id = $1 and ${kept}
    order by occurred_at ${direction}, id ${direction} limit $2 offset $3`,
    [userId, limit, offset],
  );
  const counted = await rows<{ count: number }>(
    em,
    `select count(*)::int as count from auth.user_events where user_id = $1 and ${kept}`,
    [userId],
  );
  return { rows: found, count: counted[0]?.count ?? 0 };
}
