import type { Action } from "../../../shared/moleculer.ts";
import { readDetail } from "../detail.ts";
import { findForm, listForms } from "../store/forms.ts";
import { formListItem, formReference } from "../views.ts";
import { unitOfWork } from "./request.ts";

/** GET /form/ */
export const list: Action<"forms.list"> = {
  params: { caller: "object", query: "object", paging: "object" },
  async handler(ctx) {
    const { caller, query, paging } = ctx.params;
    const [forms, count] = await listForms(unitOfWork(this), caller, query, paging);
    return { count, results: forms.map(formListItem) };
  },
};

/** GET /form/{slug}/ — readable after DELETE too (decisions §3). */
export const get: Action<"forms.get"> = {
  params: { caller: "object", slug: "string" },
  async handler(ctx) {
    const em = unitOfWork(this);
    const form = await findForm(em, ctx.params.caller, ctx.params.slug);
    return readDetail(em, ctx, form.id);
  },
};

export const locate: Action<"forms.locate"> = {
  params: { caller: "object", slug: "string" },
  async handler(ctx) {
    return formReference(await findForm(unitOfWork(this), ctx.params.caller, ctx.params.slug));
  },
};
