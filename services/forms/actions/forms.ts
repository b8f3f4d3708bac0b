import { FormsQuery } from "../../../shared/api/shapes/forms.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { readDetail, summarize } from "../detail.ts";
import { forgetAuthor } from "../store/accountTables.ts";
import { findForm, listForms, namesOf } from "../store/forms.ts";
import { type FormSummary, formListItem, formReference } from "../views.ts";

/** GET /form/ */
export const list: Action<"forms.list"> = {
  params: { caller: "object", query: queryRule(FormsQuery), paging: "object" },
  async handler(ctx) {
    const { caller, query, paging } = ctx.params;
    const em = this.database.read(ctx);
    const [forms, count] = await listForms(em, caller, query, paging);
    const summaries = await summarize(em, ctx, forms);
    return {
      count,
      results: forms.map((form, index) => formListItem(form, form.theme, summaries[index] as FormSummary)),
    };
  },
};

/** GET /form/{slug}/: also works after DELETE (decisions §3). */
export const get: Action<"forms.get"> = {
  params: { caller: "object", slug: "string" },
  async handler(ctx) {
    const em = this.database.read(ctx);
    const form = await findForm(em, ctx.params.caller, ctx.params.slug);
    return readDetail(em, ctx, form.id);
  },
};

export const locate: Action<"forms.locate"> = {
  params: { caller: "object", slug: "string" },
  async handler(ctx) {
    return formReference(await findForm(this.database.read(ctx), ctx.params.caller, ctx.params.slug));
  },
};

export const named: Action<"forms.named"> = {
  params: { caller: "object", form_ids: { type: "array", items: "uuid" } },
  async handler(ctx) {
    const { caller, form_ids } = ctx.params;
    return namesOf(this.database.read(ctx), caller, form_ids);
  },
};

export const forget: Action<"forms.forgetAuthor"> = {
  params: { user_id: "uuid" },
  async handler(ctx) {
    await forgetAuthor(this.database.pool, ctx.params.user_id);
    return null;
  },
};
