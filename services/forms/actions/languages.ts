import type { Readable } from "node:stream";
import type { EntityManager } from "@mikro-orm/postgresql";
import { actorOf, formTarget } from "../../../shared/api/audit/entry.ts";
import type { LanguageBody } from "../../../shared/api/shapes/translations.ts";
import type { Action, Ctx } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { formats } from "../../../shared/domain/formats.ts";
import { originalsOf, sameLanguage } from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { languageLimit } from "../../../shared/domain/limits.ts";
import { runToEnd } from "../../../shared/domain/runToEnd.ts";
import { invalid, notFound } from "../../../shared/platform/errors.ts";
import { audit } from "../audit.ts";
import { savedBy } from "../authors.ts";
import type { DraftRow, FormRow } from "../entities.ts";
import { checkIfMatch, etagOf } from "../etag.ts";
import { noteLanguage } from "../originals.ts";
import type { FormsService } from "../service.ts";
import { findBareDraft, touchDraft } from "../store/drafts.ts";
import { lockForm } from "../store/forms.ts";
import { draftLanguages, removeLanguage as remove, writeLanguage } from "../store/translations.ts";
import { bodyIn } from "../streams.ts";
import { readTranslations } from "../translations/limits.ts";
import { contentOf } from "../views.ts";
import { checkDraftSize } from "../wholeDraft.ts";
import { hourOf } from "./drafts.ts";

/** One language of a draft, which is saved without the rest of it (features §13). */

/** PUT /form/{slug}/draft/translations/{language}/: replaces the texts of a language, and adds it to the draft. */
export const putLanguage: Action<"forms.putLanguage", FormsService> = {
  params: {
    caller: "object",
    slug: "string",
    language: "string",
    body: { type: "object", nullable: true },
    if_match: { type: "string", nullable: true },
  },
  async handler(ctx) {
    const { language: asked, body, ...of } = ctx.params;
    const { texts }: LanguageBody = await bodyIn(body, ctx.stream as Readable | null);
    return changeDraft(this, ctx, of, async (em, form, row) => {
      if (asked.length > 35 || !formats.language?.test(asked)) throw notFound("language");
      const known = await draftLanguages(em, form.id);
      const language = known.find((tag) => sameLanguage(tag, asked)) ?? asked;
      const fault = languageFault(language, form, known);
      const { stored, errors } = runToEnd(readTranslations({ translations: { [language]: texts } }, "texts"));
      if (fault !== null) throw invalid([fault]);
      if (errors.length > 0) throw invalid(errors);
      const graph: Graph = JSON.parse(contentOf(row).graph);
      const originals = originalsOf(graph, { title: row.title, closed_message: form.closed_message });
      for (const after of stored) {
        await noteLanguage(em, form, originals, after);
        await writeLanguage(em, form.id, after);
      }
      await checkDraftSize(em, form, row.graph, "texts");
    });
  },
};

/** DELETE /form/{slug}/draft/translations/{language}/ */
export const removeLanguage: Action<"forms.removeLanguage", FormsService> = {
  params: { caller: "object", slug: "string", language: "string", if_match: { type: "string", nullable: true } },
  async handler(ctx) {
    const { language, ...of } = ctx.params;
    return changeDraft(this, ctx, of, async (em, form) => {
      const tag = (await draftLanguages(em, form.id)).find((one) => sameLanguage(one, language));
      if (tag === undefined) throw notFound("language");
      await remove(em, form.id, tag);
    });
  },
};

interface OfDraft {
  caller: Caller;
  slug: string;
  if_match: string | null;
}

/** Runs a change of a draft's translations, which changes its ETag. */
async function changeDraft(
  { database }: FormsService,
  ctx: Ctx<OfDraft>,
  { caller, slug, if_match }: OfDraft,
  change: (em: EntityManager, form: FormRow, row: DraftRow) => Promise<void>,
) {
  const draft = await database.write(ctx, async (em) => {
    const form = await lockForm(em, caller, slug);
    const row = await findBareDraft(em, form);
    if (!row) throw notFound("draft");
    checkIfMatch(if_match, row);
    await change(em, form, row);
    form.modified = new Date();
    await audit(em, ctx, {
      action: "form.draft_saved",
      targets: [formTarget(form.id, form.title)],
      key: `draft_saved ${form.id} ${actorOf(caller).id} ${hourOf(form.modified)}`,
    });
    return touchDraft(em, form, row, savedBy(caller));
  });
  return { etag: etagOf(draft), value: { last_saved_at: draft.saved_at.toISOString() } };
}

/** Returns the error for a language that a draft can't have. */
function languageFault(language: string, form: FormRow, known: readonly string[]): string | null {
  if (sameLanguage(language, form.language)) return "language: must not be the form's own language";
  if (known.includes(language) || known.length < languageLimit) return null;
  return `language: must be one of the ${languageLimit} languages that the form has, which is the most`;
}
