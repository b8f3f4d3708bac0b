import type { EntityManager } from "@mikro-orm/postgresql";
import { UsageQuery } from "../../../shared/api/shapes/usage.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { dayMs, utcDay } from "../../../shared/domain/dates.ts";
import { checkOwner } from "../../../shared/platform/access.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { findKey } from "../store/keys.ts";
import { addUsage, keyNames, sumUsage } from "../store/usage.ts";
import { daysBetween, usageView } from "../usageView.ts";

/** Stores a gateway's usage counts. Idempotent. */
export const recordUsage: Action<"auth.recordUsage"> = {
  params: { flush_id: "uuid", counts: "array" },
  async handler(ctx) {
    await addUsage(this.database.pool, ctx.params.flush_id, ctx.params.counts);
    return null;
  },
};

/** GET /api/account/usage/ (decisions §2). */
export const usage: Action<"auth.usage"> = {
  params: { caller: "object", query: queryRule(UsageQuery) },
  async handler(ctx) {
    const { caller, query } = ctx.params;
    const { from, to } = rangeOf(query, new Date());
    if (query.key_id) await checkKey(this.database.read(ctx), caller, query.key_id);
    const range = { account_id: caller.account_id, from, to, key_id: query.key_id ?? null };
    const pool = untilDeadline(this.database.pool, ctx);
    const sums = await sumUsage(pool, range);
    const keys = await keyNames(
      pool,
      caller.account_id,
      sums.flatMap(({ key_id: id }) => id ?? []),
    );
    return usageView(sums, keys, daysBetween(from, to));
  },
};

async function checkKey(em: EntityManager, caller: Caller, id: string): Promise<void> {
  const key = await findKey(em, id);
  if (!key) throw invalid(["key_id: API key not found"]);
  checkOwner(caller, key, "API key");
}

const rangeDefault = 30;
/** PostgreSQL has no year 0. */
const firstDay = Date.parse("0001-01-01");
/** Ten years, longer than any retention. */
const rangeLimit = 3660;

/** Returns UTC days, the last thirty by default. */
function rangeOf(query: UsageQuery, now: Date): { from: string; to: string } {
  const to = query.to ? new Date(query.to) : now;
  const from = query.from
    ? new Date(query.from)
    : new Date(Math.max(firstDay, to.getTime() - (rangeDefault - 1) * dayMs));
  const days = { from: utcDay(from), to: utcDay(to) };
  if (days.from > days.to) throw invalid(["from: must not be after `to`"]);
  if (to.getTime() - from.getTime() > rangeLimit * dayMs)
    throw invalid([`from: must be at most ${rangeLimit} days before \`to\``]);
  return days;
}
