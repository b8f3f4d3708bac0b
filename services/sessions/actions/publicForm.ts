import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { settingsToShow } from "../../../shared/api/shapes/formSettings.ts";
import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import type { JsonText, Tagged } from "../../../shared/bus/contract.ts";
import { offeredIn, sameLanguage, translationOf } from "../../../shared/domain/graph/translations/translations.ts";
import { jsonWith } from "../../../shared/domain/json.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { readSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { type LiveFormRow, liveFormById, liveFormBySlug } from "../store/liveForms.ts";
import { closedMessageIn } from "../store/translations.ts";
import type { Versions } from "../versions.ts";

/**
 * Returns the published form for respondents (spec GET /api/v2/r/{slug}/, decisions §5). The ETag covers the whole
 * body.
 */
export const publicForm: Action<"sessions.publicForm", SessionsService> = {
  params: { slug: "string", query: { type: "object", optional: true } },
  async handler(ctx) {
    const now = new Date();
    const { slug, query } = ctx.params;
    return tagged(this.respondents.versions, await shownForm(this, slug, now), now, query?.lang);
  },
};

/** Returns the form for the page at `/f/{slug}`, with the origins that can frame it (decisions §9.2). */
export const formPage: Action<"sessions.formPage", SessionsService> = {
  params: { slug: "string", known: { type: "string", nullable: true }, lang: "string|optional" },
  async handler(ctx) {
    const now = new Date();
    const { slug, lang } = ctx.params;
    const form = await shownForm(this, slug, now);
    const { embed_origins } = form;
    const { etag: body, value } = await tagged(this.respondents.versions, form, now, lang);
    const etag = tagOf(`${body} ${JSON.stringify(embed_origins)}`);
    return { etag, form: etag === ctx.params.known ? null : value, embed_origins };
  },
};

/** Returns the form with the graph that a session walks, even if it was published again, closed or deleted (§9.2). */
export const sessionForm: Action<"sessions.sessionForm", SessionsService> = {
  params: { session_id: "uuid", query: { type: "object", optional: true } },
  async handler(ctx) {
    const { database, respondents } = this;
    const { session_id, query } = ctx.params;
    const now = new Date();
    const { form_id, version_id, version_number } = await readSession(respondents, session_id);
    const form = await liveFormById(database.pool, form_id, now);
    if (!form) throw notFound("form");
    return tagged(respondents.versions, { ...form, version_id, version_number }, now, query?.lang);
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

async function tagged(versions: Versions, form: Shown, now: Date, asked = ""): Promise<Tagged<JsonText<PublicForm>>> {
  const opensAt = form.opens_at && form.opens_at > now ? form.opens_at.toISOString() : null;
  const { languages: translated, publicGraph } = await versions.get(form.version_id);
  const languages = offeredIn(translated, form.language);
  const language = languages.find((tag) => sameLanguage(tag, asked)) ?? form.language;
  const key = `${form.form_id} ${form.revision} ${form.version_id} ${form.is_open} ${opensAt} ${language}`;
  const cached = bodies.get(key);
  if (cached) return cached;
  const isOwn = language === form.language;
  const texts = isOwn ? ownTexts(form, publicGraph) : await textsIn(versions, form, language);
  // a concurrent request may have made it
  const concurrent = bodies.get(key);
  if (concurrent) return concurrent;
  const shown = settingsToShow(form);
  const about: Omit<PublicForm, "graph"> = {
    form: {
      id: form.form_id,
      slug: form.slug ?? "",
      title: texts.title,
      language,
      ...(languages.length > 1 && { languages }),
      ...(texts.untranslated.length > 0 && { untranslated: texts.untranslated }),
      ...shown,
    },
    theme: { layout: "centered", scheme: "auto", background_style: "plain", ...form.theme },
    version_number: form.version_number ?? 0,
    is_open: form.is_open,
    opens_at: opensAt,
    closed_message: texts.closed_message,
    // where clients looked for them before they were in `form`
    ...shown,
  };
  const value = jsonWith<PublicForm, "graph">(about, "graph", texts.graph);
  const body = { etag: tagOf(value), value, language };
  bodies.set(key, body);
  return body;
}

/** The texts of a form in a language. `graph` is JSON. */
interface ShownTexts extends Pick<Shown, "title" | "closed_message"> {
  graph: string;
  untranslated: string[];
}

const ownTexts = ({ title, closed_message }: Shown, graph: string): ShownTexts => ({
  title,
  closed_message,
  graph,
  untranslated: [],
});

/** Translates the title and the closed message only while their originals are the present ones. */
async function textsIn(versions: Versions, form: Shown, language: string): Promise<ShownTexts> {
  const { texts, sources } = await versions.texts(form.version_id, language);
  const { graph, untranslated } = await versions.localized(form.version_id, language);
  const title = sources.title === form.title ? translationOf(texts, "title") : undefined;
  const message = closedMessageIn({ texts, sources }, form.closed_message);
  const lacks = [
    ...(title === undefined ? ["title"] : []),
    ...untranslated,
    ...(form.closed_message !== null && message === undefined ? ["closed_message"] : []),
  ];
  return {
    title: title ?? form.title,
    closed_message: message ?? form.closed_message,
    graph,
    untranslated: lacks,
  };
}

const tagOf = (text: string): string => `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
