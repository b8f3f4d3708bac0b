import { notFound, notOwner } from "../../../shared/errors.ts";
import type { Action } from "../../../shared/moleculer.ts";
import { uuidPattern } from "../../../shared/schema.ts";
import * as store from "../store/notices.ts";
import { noticeView } from "../views.ts";

/** What an account is told of its deliveries (decisions §2, §7). */
export const listNotices: Action<"integrations.listNotices"> = {
  params: { caller: "object", paging: "object" },
  async handler(ctx) {
    const { caller, paging } = ctx.params;
    const { count, rows } = await store.listNotices(this.database.pool, caller.account_id, paging);
    return { count, results: rows.map(noticeView) };
  },
};

export const updateNotice: Action<"integrations.updateNotice"> = {
  params: { caller: "object", id: "string", body: "object" },
  async handler(ctx) {
    const { caller, id, body } = ctx.params;
    const notice = uuidPattern.test(id) ? await store.findNotice(this.database.pool, id) : null;
    if (!notice) throw notFound("notice");
    if (notice.account_id !== caller.account_id) throw notOwner("notice");
    const marked = await store.markNotice(this.database.pool, id, body.is_read);
    if (!marked) throw notFound("notice");
    return noticeView(marked);
  },
};
