import type { Action } from "../../../shared/bus/calls.ts";
import { lastDeliveries } from "../store/deliveries.ts";
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
    const last = await lastDeliveries(
      this.database.pool,
      rows.map(({ id }) => id),
    );
    return { count, results: rows.map((row) => integrationView(row, last.get(row.id))) };
  },
};
