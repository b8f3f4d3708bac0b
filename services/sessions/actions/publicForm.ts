import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Action } from "../../../shared/bus/calls.ts";
import type { JsonText, Tagged } from "../../../shared/bus/contract.ts";
import { jsonWith } from "../../../shared/domain/json.ts";
import type { PublicForm } from "../../../shared/domain/shapes/sessions.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { readSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { type LiveFormRow, liveFormById, liveFormBySlug } from "../store/liveForms.ts";
import type { Versions } from "../versions.ts";

/**
 * Returns the published form for respondents (spec GET /api/v2/r/{slug}/, decisions §5). The ETag covers the whole
 * body.
 */
export const publicForm: Action<"sessions.publicForm", SessionsService> = {
  params: { slug: "string" },
  async handler(ctx) {
    const now = new Date();
    return tagged(this.respondents.versions, await shownForm(this, ctx.params.slug, now), now);
  },
};

/** Returns the form for the page at `/f/{slug}`, with the origins that can frame it (decisions §9.2). */
export const formPage: Action<"sessions.formPage", SessionsService> = {
  params: { slug: "string", known: { type: "string", nullable: true } },
  async handler(ctx) {
    const now = new Date();
    const form = await shownForm(this, ctx.params.slug, now);
    const { embed_origins } = form;
    const { etag: body, value } = await tagged(this.respondents.versions, form, now);
    const etag = tagOf(`${body} ${JSON.stringify(embed_origins)}`);
    return { etag, form: etag === ctx.params.known ? null : value, embed_origins };
  },
};

/** Returns the form with the graph that a session walks, even if it was published again, closed or deleted (§9.2). */
export const sessionForm: Action<"sessions.sessionForm", SessionsService> = {
  params: { session_id: "uuid" },
  async handler(ctx) {
    const { database, respondents } = this;
    const now = new Date();
    const { form_id, version_id, version_number } = await readSession(respondents, ctx.params.session_id);
    const form = await liveFormById(database.pool, form_id, now);
    if (!form) throw notFound("form");
    return tagged(respondents.versions, { ...form, version_id, version_number }, now);
  },
};

/** Response bodies by everything that decides them, bounded by size. */
const bodies = new LRUCache<string, Tagged<JsonText<PublicForm>>>({
  maxSize: 48 * 1024 * 1024,
  // a string with characters beyond Latin-1 takes two bytes per character
  sizeCalculation: ({ value }) => 2 * value.length,
});

type Shown = LiveFormRow & { version_id: string };

async function shownForm({ database }: Pick<SessionsService, "database">, slug: string, now: Date): Promise<Shown> {
  const form = await liveFormBySlug(database.pool, slug, now);
  if (!form?.is_active || !form.version_id) throw notFound("form");
  return { ...form, version_id: form.version_id };
}

async function tagged(versions: Versions, form: Shown, now: Date): Promise<Tagged<JsonText<PublicForm>>> {
  const opensAt = form.opens_at && form.opens_at > now ? form.opens_at.toISOString() : null;
  const key = `${form.form_id} ${form.revision} ${form.version_id} ${form.is_open} ${opensAt}`;
  const cached = bodies.get(key);
  if (cached) return cached;
  const { publicGraph } = await versions.get(form.version_id);
  // a concurrent request may have made it
  const concurrent = bodies.get(key);
  if (concurrent) return concurrent;
  const about: Omit<PublicForm, "graph"> = {
    form: { id: form.form_id, slug: form.slug ?? "", title: form.title, language: form.language },
    theme: { layout: "centered", scheme: "auto", background_style: "plain", ...form.theme },
    version_number: form.version_number ?? 0,
    is_open: form.is_open,
    opens_at: opensAt,
    closed_message: form.closed_message,
    ...(form.bot_protection === "challenge" && { bot_protection: form.bot_protection }),
  };
  const value = jsonWith<PublicForm, "graph">(about, "graph", publicGraph);
  const body = { etag: tagOf(value), value };
  bodies.set(key, body);
  return body;
}

const tagOf = (text: string): string => `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
