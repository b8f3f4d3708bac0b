import type pg from "pg";
import type { Call } from "../../shared/bus/calls.ts";
import type { Log } from "../../shared/platform/database/open.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { tellEach } from "./letters.ts";
import type { Mail } from "./mail.ts";

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
export function openKeyExpiry(pool: pg.Pool, call: Call, mail: Mail | null, log: Log): Loop {
  const loop = openLoop({
    interval,
    async work() {
      const key = await nextDue(pool);
      if (!key) return false;
      const day = key.expires.toISOString().slice(0, 10);
      await call("integrations.addNotice", {
        account_id: key.account_id,
        kind: "api_key_expires",
        message: `The API key "${key.name}" expires on ${day}. Rotate it before that.`,
        key: `api key ${key.id} ${key.days}`,
        form_slug: null,
      });
      // before the letters, so that a refusal repeats none of them
      if (!(await claim(pool, key))) return true;
      const about = { name: key.name, workspace: key.workspace, day };
      await tellEach(await adminsOf(pool, key.account_id), async (to) => mail?.sendKeyExpiry(to, about), log);
      return true;
    },
    onError: (error) => log.warn(`Failed to warn of a key that expires, retrying: ${error.message}`),
  });
  loop.wake();
  return loop;
}

/** Returns whether this copy emails the warning. */
async function claim(pool: pg.Pool, { id, days }: DueKey): Promise<boolean> {
  const { rowCount } = await pool.query(
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

async function adminsOf(pool: pg.Pool, accountId: string): Promise<{ email: string; name: string }[]> {
  const { rows } = await pool.query<{ email: string; name: string }>(
    `select u.email, u.name from auth.memberships m join auth.users u on u.id = m.user_id
      where m.account_id = $1 and m.role in ('owner', 'admin') order by m.created, u.id`,
    [accountId],
  );
  return rows;
}
