import type { Readable } from "node:stream";
import type { EntityManager } from "@mikro-orm/postgresql";
import { actorOf, formTarget } from "../../../shared/api/audit/entry.ts";
import { TranslationsQuery, translationFileLimit } from "../../../shared/api/shapes/translations.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { originalsOf, sameLanguage } from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import type { DraftTexts } from "../analysis/worker.ts";
import { audit } from "../audit.ts";
import { savedBy } from "../authors.ts";
import type { DraftRow, FormRow } from "../entities.ts";
import { checkIfMatch, etagOf } from "../etag.ts";
import type { FormsService } from "../service.ts";
import { existingDraft, findDraftHead, writeDraft } from "../store/drafts.ts";
import { findForm, lockForm } from "../store/forms.ts";
import { allOriginals, findOriginals, saveOriginals } from "../store/translations.ts";
import { textIn } from "../streams.ts";
import { contentOf, graphOf, savedDraft } from "../views.ts";
import { hourOf } from "./drafts.ts";

/** Maximum readings of a file if the draft changes in between. */
const attemptLimit = 3;

/** GET /form/{slug}/draft/translations/: as a file, or their state as JSON (features §13). */
export const getTranslations: Action<"forms.getTranslations", FormsService> = {
  params: { caller: "object", slug: "string", query: queryRule(TranslationsQuery) },
  async handler(ctx) {
    const { caller, slug, query } = ctx.params;
    const { format = "json", language } = query;
    if (format === "xliff" && language === undefined) throw invalid(["language: is required with format=xliff"]);
    if (query.bom && format !== "csv") throw invalid(["bom: requires format=csv"]);
    const em = this.database.read(ctx);
    const form = await findForm(em, caller, slug);
    const draft = await textsOf(em, form);
    const text = await this.analysis.translationsOf(form.account_id, draft.texts, query);
    return { etag: etagOf(draft.row), text, format };
  },
};

/** PUT /form/{slug}/draft/translations/: takes the texts of a file into the draft. The file comes as a stream. */
export const putTranslations: Action<"forms.putTranslations", FormsService> = {
  params: { caller: "object", slug: "string", type: "string", if_match: { type: "string", nullable: true } },
  async handler(ctx) {
    const { caller, slug, type, if_match } = ctx.params;
    const file = { type, text: await textIn(ctx.stream as Readable | null, translationFileLimit) };
    const em = this.database.read(ctx);
    for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
      const form = await findForm(em, caller, slug);
      const { row, texts } = await textsOf(em, form);
      checkIfMatch(if_match, row);
      const at = new Date().toISOString();
      const { translations, originals } = await this.analysis.translated(form.account_id, texts, file, at);
      const saved = await this.database.write(ctx, async (inner) => {
        const locked = await lockForm(inner, caller, slug);
        const before = await findDraftHead(inner, locked);
        const isSame = before?.revision === row.revision && locked.closed_message === texts.closed_message;
        if (!isSame) return null;
        locked.modified = new Date();
        for (const [language, own] of Object.entries(originals)) await saveOriginals(inner, form.id, language, own);
        await audit(inner, ctx, {
          action: "form.draft_saved",
          targets: [formTarget(form.id, locked.title)],
          key: `draft_saved ${form.id} ${actorOf(caller).id} ${hourOf(locked.modified)}`,
        });
        const { graph } = contentOf(row);
        return writeDraft(inner, locked, before, { title: row.title, graph, translations, ...savedBy(caller) });
      });
      if (saved) return savedDraft(saved);
    }
    throw conflict("The draft changed while the file was read. Send it again.");
  },
};

/** POST /form/{slug}/draft/translations/confirm/: these translations take the present originals, because they are still right. */
export const confirmTranslations: Action<"forms.confirmTranslations", FormsService> = {
  params: { caller: "object", slug: "string", body: "object" },
  async handler(ctx) {
    const { caller, slug, body } = ctx.params;
    await this.database.write(ctx, async (em) => {
      const form = await lockForm(em, caller, slug);
      const { row } = await textsOf(em, form);
      const graph: Graph = JSON.parse(contentOf(row).graph);
      const tag = (row.translations ?? []).find(({ language }) => sameLanguage(language, body.language))?.language;
      if (tag === undefined) throw invalid(["language: must be one of the draft's translations"]);
      const originals = { ...(await findOriginals(em, form.id, tag)) };
      const texts = originalsOf(graph, { title: row.title, closed_message: form.closed_message });
      const at = new Date().toISOString();
      for (const key of body.keys) {
        const source = texts.get(key);
        if (source !== undefined && Object.hasOwn(originals, key)) originals[key] = { source, at };
      }
      await saveOriginals(em, form.id, tag, JSON.stringify(originals));
    });
    return null;
  },
};

interface FoundDraft {
  row: DraftRow;
  texts: DraftTexts;
}

/** Reads the draft with what its translations are of. 404 without one. */
async function textsOf(em: EntityManager, form: FormRow): Promise<FoundDraft> {
  const row = await existingDraft(em, form);
  const { language, closed_message } = form;
  const originals = Object.fromEntries(await allOriginals(em, form.id));
  return { row, texts: { graph: graphOf(row), title: row.title, closed_message, language, originals } };
}
