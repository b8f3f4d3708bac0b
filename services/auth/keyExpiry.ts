import type pg from "pg";
import { utcDay } from "../../shared/domain/dates.ts";
import type { Log } from "../../shared/platform/database/open.ts";
import { inTransaction } from "../../shared/platform/database/transaction.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { authJobs } from "./jobs.ts";
import { post } from "./letters/post.ts";
import { claimWarning, type ExpiringKey, keyOwners, nextExpiring } from "./store/keyExpiry.ts";

const interval = 60 * 60 * 1000;

/** Warns 14 days and 1 day before a key expires that was used in the last 30 days (teams §20.7). */
export function openKeyExpiry(pool: pg.Pool, log: Log): Loop {
  const loop = openLoop({
    interval,
    async work() {
      const key = await nextExpiring(pool);
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
async function warn(client: pg.PoolClient, key: ExpiringKey): Promise<void> {
  const { account_id, name, workspace } = key;
  if (!(await claimWarning(client, key))) return;
  const day = utcDay(key.expires);
  const message = `The API key "${name}" expires on ${day}. Rotate it before that.`;
  const notice = { kind: "api_key_expires", message, key: `api key ${key.id} ${key.days}`, form_slug: null } as const;
  await authJobs.add(client, "notice", { account_id, data: { account_id, ...notice } });
  for (const person of await keyOwners(client, account_id))
    await post(client, "keyExpiry", person, { name, workspace, day }, { account_id });
}
