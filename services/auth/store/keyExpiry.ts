import { rolesWith } from "../../../shared/api/access/roles.ts";
import { rows, type Target } from "../../../shared/platform/database/rows.ts";

/** A key that is in use and expires. */
export interface ExpiringKey {
  id: string;
  account_id: string;
  workspace: string;
  name: string;
  expires: Date;
  /** how many days before the end this warning is */
  days: 1 | 14;
}

/** Returns the first key to warn of, or null. */
export async function nextExpiring(target: Target): Promise<ExpiringKey | null> {
  const [row] = await rows<ExpiringKey>(
    target,
    `select k.id, k.account_id, a.name as workspace, k.name, k.expires,
        case when k.expires <= now() + interval '1 day' then 1 else 14 end as days
      from auth.api_keys k join auth.accounts a on a.id = k.account_id
      where k.revoked is null and k.expires > now() and k.expires <= now() + interval '14 days'
        and k.last_used > now() - interval '30 days'
        and (k.warned_days is null or (k.warned_days > 1 and k.expires <= now() + interval '1 day'))
      order by k.expires limit 1`,
  );
  return row ?? null;
}

/** Returns whether this copy warns. */
export async function claimWarning(target: Target, { id, days }: ExpiringKey): Promise<boolean> {
  const found = await rows(
    target,
    `update auth.api_keys set warned_days = $2
      where id = $1 and (warned_days is null or warned_days > $2) returning id`,
    [id, days],
  );
  return found.length === 1;
}

/** Returns those who change the workspace's keys. */
export const keyOwners = (target: Target, accountId: string): Promise<{ id: string; email: string; name: string }[]> =>
  rows(
    target,
    `select u.id, u.email, u.name from auth.memberships m join auth.users u on u.id = m.user_id
      where m.account_id = $1 and m.role = any($2) order by m.created, u.id`,
    [accountId, rolesWith("keys:write")],
  );
