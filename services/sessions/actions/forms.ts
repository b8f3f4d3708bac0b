import type { Action } from "../../../shared/bus/calls.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { tooLate } from "../../../shared/platform/deadlines/deadline.ts";
import { claimUntil } from "../claiming.ts";
import { cancelOfForm } from "../imports/cancel.ts";
import type { SessionsService } from "../service.ts";
import { exactForm } from "../store/exactRules.ts";
import { putLiveForm as put, staleForms as stale } from "../store/liveForms.ts";
import { countByForms as count } from "../store/sessions.ts";
import { insertTexts } from "../store/translations.ts";

/** Stores the newest state of a published form, as pushed by the forms service. */
export const putLiveForm: Action<"sessions.putLiveForm", SessionsService> = {
  params: { form: "object", graph: { type: "object", nullable: true } },
  async handler(ctx) {
    const { form, graph } = ctx.params;
    const { suspended, exact } = this.respondents;
    const was = { suspended: suspended.has(form.form_id), exact: exact.has(form.form_id) };
    while ((await put(this.database.pool, form, graph, ctx)) === "claiming") {
      if (!(await claimUntil(this, form.form_id, ctx))) throw tooLate();
    }
    const isExact = (await exactForm(this.database.pool, form.form_id)) !== null;
    await exact.stored(form.form_id, was.exact, isExact);
    await suspended.stored(form.form_id, was.suspended, Boolean(form.is_suspended));
    if (form.is_suspended) await cancelOfForm(this.database.pool, form.form_id);
    return null;
  },
};

/** Stores the texts of a version in one language, which the version itself follows. */
export const putVersionTexts: Action<"sessions.putVersionTexts"> = {
  params: { version_id: "uuid", language: "string", texts: "string", sources: "object" },
  async handler(ctx) {
    await insertTexts(untilDeadline(this.database.pool, ctx), ctx.params);
    return null;
  },
};

export const staleForms: Action<"sessions.staleForms"> = {
  params: { forms: "array" },
  async handler(ctx) {
    return { form_ids: await stale(this.database.pool, ctx.params.forms) };
  },
};

export const countByForms: Action<"sessions.countByForms"> = {
  params: { form_ids: { type: "array", items: "uuid" } },
  async handler(ctx) {
    return { counts: await count(untilDeadline(this.database.pool, ctx), ctx.params.form_ids, Date.now()) };
  },
};
