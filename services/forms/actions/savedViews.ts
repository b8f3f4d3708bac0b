import { bySessionFields } from "../../../shared/api/lists.ts";
import { type CreateViewBody, type SavedView, savedViewLimit } from "../../../shared/api/shapes/savedViews.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { conflict } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { findForm, lockForm } from "../store/forms.ts";
import { deleteSavedView, findSavedView, putSavedView, type SavedViewRow, savedViewsOf } from "../store/savedViews.ts";

/** GET /form/{slug}/view/ */
export const listViews: Action<"forms.listViews"> = {
  params: { caller: "object", slug: "string" },
  async handler(ctx) {
    const em = this.database.read(ctx);
    const { id } = await findForm(em, ctx.params.caller, ctx.params.slug);
    return (await savedViewsOf(em, id)).map(shown);
  },
};

/** POST /form/{slug}/view/: 409 if the form has 50. */
export const createView: Action<"forms.createView"> = {
  params: { caller: "object", slug: "string", body: "object" },
  async handler(ctx) {
    const { caller, slug, body } = ctx.params;
    return this.database.write(ctx, async (em) => {
      const form = await lockForm(em, caller, slug);
      if ((await savedViewsOf(em, form.id)).length >= savedViewLimit)
        throw conflict(`A form can have ${savedViewLimit} views. Delete one first.`);
      const view = newView(form.id, body);
      await putSavedView(em, view);
      return shown(view);
    });
  },
};

function newView(formId: string, { name, filters = {}, ordering, columns = null }: CreateViewBody): SavedViewRow {
  const now = new Date();
  const content = { name: name.trim(), filters, ordering: ordering ?? bySessionFields.default, columns };
  return { id: newUuid(), form_id: formId, ...content, created: now, modified: now };
}

/** PATCH /form/{slug}/view/{id}/: replaces the fields that it names. */
export const updateView: Action<"forms.updateView"> = {
  params: { caller: "object", slug: "string", id: "string", body: "object" },
  async handler(ctx) {
    const { caller, slug, id, body } = ctx.params;
    return this.database.write(ctx, async (em) => {
      const form = await lockForm(em, caller, slug);
      const before = await findSavedView(em, form.id, id);
      const { name = before.name, filters = before.filters, ordering = before.ordering } = body;
      const columns = body.columns === undefined ? before.columns : body.columns;
      const view = { ...before, name: name.trim(), filters, ordering, columns, modified: new Date() };
      await putSavedView(em, view);
      return shown(view);
    });
  },
};

/** DELETE /form/{slug}/view/{id}/ */
export const removeView: Action<"forms.removeView"> = {
  params: { caller: "object", slug: "string", id: "string" },
  async handler(ctx) {
    const { caller, slug, id } = ctx.params;
    return this.database.write(ctx, async (em) => {
      const form = await lockForm(em, caller, slug);
      await deleteSavedView(em, (await findSavedView(em, form.id, id)).id);
      return null;
    });
  },
};

const shown = ({ form_id: _, created, modified, ...view }: SavedViewRow): SavedView => ({
  ...view,
  created: created.toISOString(),
  modified: modified.toISOString(),
});
