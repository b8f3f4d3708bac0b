import type pg from "pg";
import { rolesWith } from "../../shared/domain/access/roles.ts";
import { utcDay } from "../../shared/domain/dates.ts";
import type { Log } from "../../shared/platform/database/open.ts";
import { inTransaction } from "../../shared/platform/database/transaction.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { authJobs } from "./jobs.ts";
import { post } from "./letters/post.ts";

const interval = 60 * 60 * 1000;

interface DueKey {
  id: string;
  account_id: string;
  workspace: string;
  name: string;
  expires: Date;
  /** how many days before the end this warning is */
  days: 1 | 14;
}

/** Warns 14 days and 1 day before a key expires that was used in the last 30 days (teams §20.7). */
export function openKeyExpiry(pool: pg.Pool, log: Log): Loop {
  const loop = openLoop({
    interval,
    async work() {
      const key = await nextDue(pool);
      if (!key) return false;
      await inTransaction(pool, (client) => warn(client, key));
      return true;
    },
    onError: (error) => log.warn(`Failed to warn of a key that expires, retrying: ${error.message}`),
  });
  loop.wake();
  return loop;
}

/** Notifies, and emails those who change keys, unless another copy does. */
async function warn(client: pg.PoolClient, key: DueKey): Promise<void> {
  const { account_id, name, workspace } = key;
  if (!(await claim(client, key))) return;
  const day = utcDay(key.expires);
  const message = `The API key "${name}" expires on ${day}. Rotate it before that.`;
  const notice = { kind: "api_key_expires", message, key: `api key ${key.id} ${key.days}`, form_slug: null } as const;
  await authJobs.add(client, "notice", { account_id, data: { account_id, ...notice } });
  for (const person of await recipientsOf(client, account_id))
    await post(client, "keyExpiry", person, { name, workspace, day }, { account_id });
}

/** Returns whether this copy warns. */
async function claim(client: pg.PoolClient, { id, days }: DueKey): Promise<boolean> {
  const { rowCount } = await client.query(
    "update auth.api_keys set warned_days = $2 where id = $1 and (warned_days is null or warned_days > $2)",
    [id, days],
  );
  return rowCount === 1;
}

async function nextDue(pool: pg.Pool): Promise<DueKey | null> {
  const { rows } = await pool.query<DueKey>(
    `select k.id, k.account_id, a.name as workspace, k.name, k.expires,
        case when k.expires <= now() + interval '1 day' then 1 else 14 end as days
      from auth.api_keys k join auth.accounts a on a.id = k.account_id
      where k.revoked is null and k.expires > now() and k.expires <= now() + interval '14 days'
        and k.last_used > now() - interval '30 days'
        and (k.warned_days is null or (k.warned_days > 1 and k.expires <= now() + interval '1 day'))
      order by k.expires limit 1`,
  );
  return rows[0] ?? null;
}

async function recipientsOf(
  client: pg.PoolClient,
  accountId: string,
): Promise<{ id: string; email: string; name: string }[]> {
  const { rows } = await client.query<{ id: string; email: string; name: string }>(
    `select u.id, u.email, u.name from auth.memberships m join auth.users u on u.id = m.user_id
      where m.account_id = $1 and m.role = any($2) order by m.created, u.id`,
    [accountId, rolesWith("keys:write")],
  );
  return rows;
}
