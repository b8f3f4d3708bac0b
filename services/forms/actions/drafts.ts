import type { Readable } from "node:stream";
import { actorOf, formTarget } from "../../../shared/api/audit/entry.ts";
import type { SaveDraftBody } from "../../../shared/api/shapes/forms.ts";
import { DraftQuery } from "../../../shared/api/shapes/forms.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { normalizeGraph } from "../../../shared/domain/graph/normalizeGraph.ts";
import { graphBytesLimit } from "../../../shared/domain/limits.ts";
import { invalid, tooLarge } from "../../../shared/platform/errors.ts";
import { bodySlices } from "../../../shared/platform/timeSlices.ts";
import { audit } from "../audit.ts";
import { savedBy } from "../authors.ts";
import { checkIfMatch } from "../etag.ts";
import { noteOriginals } from "../originals.ts";
import type { FormsService } from "../service.ts";
import { existingDraft, findDraftHead, type NewDraft, writeDraft } from "../store/drafts.ts";
import { findForm, lockForm } from "../store/forms.ts";
import { lockImageNames } from "../store/images.ts";
import { bodyIn } from "../streams.ts";
import { readTranslations } from "../translations/limits.ts";
import { draftView, savedDraft, validation } from "../views.ts";
import { checkDraftSize } from "../wholeDraft.ts";

/** GET /form/{slug}/draft/ */
export const getDraft: Action<"forms.getDraft", FormsService> = {
  params: { caller: "object", slug: "string", query: queryRule(DraftQuery, true), hosts: "array|optional" },
  async handler(ctx) {
    const { draft, problems } = await examine(this, ctx);
    return draftView(draft, problems, hasTranslations(ctx.params.query));
  },
};

/** POST /form/{slug}/draft/validate/: the analysis of publish, without changes. */
export const validateDraft: Action<"forms.validateDraft", FormsService> = {
  params: { caller: "object", slug: "string", hosts: "array|optional" },
  async handler(ctx) {
    const { problems } = await examine(this, ctx);
    return validation(problems);
  },
};

/** Older copies of the gateway send no query. */
const hasTranslations = (query: DraftQuery = {}): boolean => query.exclude !== "translations";

async function examine({ database, problems }: FormsService, ctx: Ctx<Params<"forms.validateDraft">>) {
  const { caller, slug, hosts } = ctx.params;
  const em = database.read(ctx);
  const form = await findForm(em, caller, slug);
  const draft = await existingDraft(em, form);
  return { draft, problems: await problems.ofDraft(em, form, draft, hosts) };
}

/** PUT /form/{slug}/draft/: of two concurrent saves with the same If-Match, one is saved and the other gets 409. */
export const saveDraft: Action<"forms.saveDraft"> = {
  params: {
    caller: "object",
    slug: "string",
    query: queryRule(DraftQuery, true),
    body: { type: "object", nullable: true },
    if_match: { type: "string", nullable: true },
  },
  async handler(ctx) {
    const { caller, slug, query, if_match } = ctx.params;
    const body: SaveDraftBody = await bodyIn(ctx.params.body, ctx.stream as Readable | null);
    const { graph, translations } = await readGraph(body.graph, hasTranslations(query));
    const draft = await this.database.write(ctx, async (em) => {
      await lockImageNames(em, caller.account_id);
      const form = await lockForm(em, caller, slug);
      const before = await findDraftHead(em, form);
      checkIfMatch(if_match, before);
      const title = body.title ?? before?.title ?? form.title;
      form.modified = new Date();
      if (translations) await noteOriginals(em, form, { title, graph, translations });
      else await checkDraftSize(em, form, graph, "graph");
      await audit(em, ctx, {
        action: "form.draft_saved",
        targets: [formTarget(form.id, form.title)],
        key: `draft_saved ${form.id} ${actorOf(caller).id} ${hourOf(form.modified)}`,
      });
      return writeDraft(em, form, before, {
        title,
        graph,
        translations,
        ...savedBy(caller),
      });
    });
    return savedDraft(draft);
  },
};

/** Returns the graph as JSON and its translations apart. `isWhole` is false if the draft keeps those that it has. */
async function readGraph(
  submitted: SaveDraftBody["graph"],
  isWhole: boolean,
): Promise<Pick<NewDraft, "graph" | "translations">> {
  const { translations, ...graph } = normalizeGraph(submitted);
  if (!isWhole && submitted.translations)
    throw invalid(["graph.translations: must be absent with exclude=translations"]);
  const { stored, errors } = await bodySlices.finish(readTranslations({ translations }, "graph.translations"));
  if (errors.length > 0) throw invalid(errors);
  const text = JSON.stringify(graph);
  if (Buffer.byteLength(text) > graphBytesLimit) throw tooLarge(graphBytesLimit);
  return { graph: text, ...(isWhole && { translations: stored }) };
}

/** The first save of an hour by each person is in the audit log (teams §20.10). */
export const hourOf = (now: Date): string => now.toISOString().slice(0, 13);
