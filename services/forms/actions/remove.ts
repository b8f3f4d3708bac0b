import type { Action } from "../../../shared/bus/calls.ts";
import { makeLive } from "../live.ts";
import { changeForm, lockForm } from "../store/forms.ts";

/** DELETE /form/{slug}/: soft delete (spec §States and transitions). Idempotent. */
export const remove: Action<"forms.remove"> = {
  params: { caller: "object", slug: "string" },
  async handler(ctx) {
    const id = await this.database.write(ctx, async (em) => {
      const form = await lockForm(em, ctx.params.caller, ctx.params.slug);
      if (form.is_active) changeForm(em, form, { is_active: false });
      return form.id;
    });
    await makeLive(this, ctx, [id]);
    return null;
  },
};
