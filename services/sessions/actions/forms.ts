import type { Action } from "../../../shared/moleculer.ts";
import { countByForm as count, putLiveForm as put, staleForms as stale } from "../store/live-forms.ts";

/** What the forms service tells and asks the sessions service. */
export const putLiveForm: Action<"sessions.putLiveForm"> = {
  params: { form: "object", graph: { type: "object", nullable: true } },
  async handler(ctx) {
    await put(this.database.pool, ctx.params.form, ctx.params.graph);
    return null;
  },
};

export const staleForms: Action<"sessions.staleForms"> = {
  params: { forms: "array" },
  async handler(ctx) {
    return { form_ids: await stale(this.database.pool, ctx.params.forms) };
  },
};

export const countByForm: Action<"sessions.countByForm"> = {
  params: { form_id: "uuid" },
  handler(ctx) {
    return count(this.database.pool, ctx.params.form_id);
  },
};
