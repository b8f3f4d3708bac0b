import { NoticesQuery } from "../../../shared/api/shapes/integrations.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { uuidPattern } from "../../../shared/domain/schema.ts";
import { checkAccess } from "../../../shared/platform/access.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import * as store from "../store/notices.ts";
import { noticeView } from "../views.ts";

/** Lists the notifications of an account (decisions §2, §7). */
export const listNotices: Action<"integrations.listNotices"> = {
  // an older gateway sends no query
  params: { caller: "object", query: queryRule(NoticesQuery, true), paging: "object" },
  async handler(ctx) {
    const { caller, query, paging } = ctx.params;
    const { count, rows } = await store.listNotices(
      untilDeadline(this.database.pool, ctx),
      caller,
      query?.is_read ?? null,
      paging,
    );
    return { count, results: rows.map(noticeView) };
  },
};

/** Adds a notification for an account. All services use it. */
export const addNotice: Action<"integrations.addNotice"> = {
  params: {
    account_id: "uuid",
    kind: "string",
    message: { type: "string", max: 1000 },
    key: { type: "string", max: 200 },
    form_slug: { type: "string", nullable: true },
  },
  async handler(ctx) {
    await inTransaction(this.database.pool, (client) => store.addNotice(client, ctx.params), ctx);
    return null;
  },
};

export const updateNotice: Action<"integrations.updateNotice"> = {
  params: { caller: "object", id: "string", body: "object" },
  async handler(ctx) {
    const { caller, id, body } = ctx.params;
    const notice = uuidPattern.test(id) ? await store.findNotice(this.database.pool, id) : null;
    if (!notice) throw notFound("notice");
    checkAccess(caller, notice, "notice");
    const marked = await store.markNotice(this.database.pool, id, caller, body.is_read, ctx);
    if (!marked) throw notFound("notice");
    return noticeView(marked);
  },
};

/** Marks all notifications of the account as read. */
export const readNotices: Action<"integrations.readNotices"> = {
  params: { caller: "object" },
  async handler(ctx) {
    await store.markAllRead(this.database.pool, ctx.params.caller, ctx);
    return null;
  },
};
