import type { Action } from "../../../shared/bus/calls.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import type { SessionsService } from "../service.ts";
import { placesLeft } from "../store/exact.ts";
import { liveFormBySlug } from "../store/liveForms.ts";

/** Returns the places left of each limited option, also of a closed form (wants §22). 404 if the form is inactive. */
export const places: Action<"sessions.places", SessionsService> = {
  params: { slug: "string" },
  async handler(ctx) {
    const { pool } = this.database;
    const form = await liveFormBySlug(pool, ctx.params.slug, new Date());
    if (!form?.is_active || !form.version_id) throw notFound("form");
    return placesLeft(pool, form.form_id);
  },
};
