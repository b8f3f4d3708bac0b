import type { EntityManager } from "@mikro-orm/postgresql";
import type { Caller } from "../../../shared/contract.ts";
import { invalid } from "../../../shared/errors.ts";
import { analyze, errorsOf } from "../../../shared/graph/analyze.ts";
import type { Action } from "../../../shared/moleculer.ts";
import type { VersionRow } from "../entities.ts";
import { findDraft } from "../store/drafts.ts";
import { lockForm } from "../store/forms.ts";
import { addVersion, currentGraph } from "../store/versions.ts";
import { pushLive, transaction } from "./request.ts";

/** POST /form/{slug}/publish/ — the draft stays, and the form takes its title (decisions §3). */
export const publish: Action<"forms.publish"> = {
  params: { caller: "object", slug: "string" },
  async handler(ctx) {
    const version = await transaction(this, (em) => publishDraft(em, ctx.params.caller, ctx.params.slug));
    await pushLive(this, ctx, [version.form_id]);
    return { version_number: version.version_number, published_at: version.published_at.toISOString() };
  },
};

/** Under the form's lock from the proof to the commit: what becomes the version is what was proven. */
async function publishDraft(em: EntityManager, caller: Caller, slug: string): Promise<VersionRow> {
  const form = await lockForm(em, caller, slug);
  const draft = await findDraft(em, form);
  if (!draft) throw invalid(["graph: no draft was saved yet"], "There is nothing to publish.");
  const problems = analyze(draft.graph, await currentGraph(em, form));
  const errors = errorsOf(problems);
  if (errors.length > 0) throw invalid(errors, "The draft has errors and was not published.", { problems });
  const version = addVersion(em, form, draft.title, draft.graph);
  em.assign(form, {
    title: draft.title,
    current_version: version.version_number,
    revision: form.revision + 1,
    modified: version.published_at,
  });
  return version;
}
