import type { Action } from "../../../shared/moleculer.ts";
import { lockForm } from "../store/forms.ts";
import { pushLive, transaction } from "./request.ts";

/** DELETE /form/{slug}/ — soft (spec §States and transitions); again: nothing more to do. */
export const remove: Action<"forms.remove"> = {
  params: { caller: "object", slug: "string" },
  async handler(ctx) {
    const id = await transaction(this, async (em) => {
      const form = await lockForm(em, ctx.params.caller, ctx.params.slug);
      if (form.is_active) em.assign(form, { is_active: false, revision: form.revision + 1, modified: new Date() });
      return form.id;
    });
    await pushLive(this, ctx, [id]);
    return null;
  },
};
