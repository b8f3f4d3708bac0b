import type { Action } from "../../../shared/bus/calls.ts";
import { lastDeliveries } from "../store/deliveries.ts";
import { healthOf } from "../store/health.ts";
import { listIntegrations } from "../store/integrations.ts";
import { checkedType } from "../types/index.ts";
import { integrationView } from "../views.ts";

export const list: Action<"integrations.list"> = {
  params: { caller: "object", type: { type: "string", optional: true }, paging: "object" },
  async handler(ctx) {
    const { caller, type, paging } = ctx.params;
    const checked = type === undefined ? null : checkedType(type);
    const em = this.database.read();
    const [rows, count] = await listIntegrations(em, caller.account_id, checked, paging);
    const ids = rows.map(({ id }) => id);
    const { pool } = this.database;
    const [last, healths] = await Promise.all([lastDeliveries(pool, ids), healthOf(pool, ids)]);
    const results = rows.map((row) => ({ ...integrationView(row, last.get(row.id)), health: healths.get(row.id) }));
    return { count, results };
  },
};
