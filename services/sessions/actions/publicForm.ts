import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Tagged } from "../../../shared/contract.ts";
import { notFound } from "../../../shared/errors.ts";
import type { Action } from "../../../shared/moleculer.ts";
import type { PublicForm } from "../../../shared/shapes/sessions.ts";
import type { SessionsService } from "../service.ts";
import { type LiveFormRow, liveFormBySlug } from "../store/live-forms.ts";
import type { Versions } from "../versions.ts";

/** The published form as respondents see it (spec GET /api/v2/r/{slug}/, decisions §5); its ETag covers the whole body. */
export const publicForm: Action<"sessions.publicForm", SessionsService> = {
  params: { slug: "string" },
  async handler(ctx) {
    const { database, respondents } = this;
    const form = await liveFormBySlug(database.pool, ctx.params.slug, new Date());
    if (!form?.is_active || !form.version_id) throw notFound("form");
    return tagged(respondents.versions, form, form.version_id);
  },
};

/** By what decides the body: the form's revision and whether it is open now. */
const bodies = new LRUCache<string, Tagged<PublicForm>>({ max: 500 });

async function tagged(versions: Versions, form: LiveFormRow, version_id: string): Promise<Tagged<PublicForm>> {
  const key = `${form.form_id} ${form.revision} ${form.is_open}`;
  const known = bodies.get(key);
  if (known) return known;
  const { public_graph } = await versions.get(version_id);
  const value: PublicForm = {
    form: { id: form.form_id, slug: form.slug, title: form.title },
    graph: public_graph,
    theme: form.theme,
    version_number: form.version_number ?? 0,
    is_open: form.is_open,
    closed_message: form.closed_message,
  };
  const etag = `"${createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 27)}"`;
  bodies.set(key, { etag, value });
  return { etag, value };
}
