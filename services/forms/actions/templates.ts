import type { Action } from "../../../shared/bus/calls.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { pageOfTemplates, templateDetail } from "../templates.ts";

/** GET /template/ */
export const listTemplates: Action<"forms.listTemplates"> = {
  params: { caller: "object", paging: "object" },
  async handler(ctx) {
    return pageOfTemplates(ctx.params.paging);
  },
};

/** GET /template/{id}/ */
export const getTemplate: Action<"forms.getTemplate"> = {
  params: { caller: "object", id: "string" },
  async handler(ctx) {
    const template = templateDetail(ctx.params.id);
    if (!template) throw notFound("template");
    return template;
  },
};
