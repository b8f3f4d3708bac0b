import type { Action } from "../../../shared/bus/calls.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { DiffQuery } from "../../../shared/domain/graph/shapes/diff.ts";
import type { NamedSnapshot } from "../analysis/worker.ts";
import type { DraftRow, VersionRow } from "../entities.ts";
import type { FormsService } from "../service.ts";
import { existingDraft } from "../store/drafts.ts";
import { findForm } from "../store/forms.ts";
import { findVersion } from "../store/versions.ts";
import { graphOf } from "../views.ts";

/** GET /form/{slug}/versions/{version_number}/diff/ (decisions §9.1): 404 if either side doesn't exist. */
export const diffVersion: Action<"forms.diffVersion", FormsService> = {
  params: { caller: "object", slug: "string", version_number: "number", query: queryRule(DiffQuery) },
  async handler(ctx) {
    const { caller, slug, version_number, query } = ctx.params;
    const em = this.database.read(ctx);
    const form = await findForm(em, caller, slug);
    const from = await findVersion(em, form, version_number);
    const to = query.to === undefined || query.to === "draft" ? "draft" : Number(query.to);
    const end = await (to === "draft" ? existingDraft(em, form) : findVersion(em, form, to));
    return this.analysis.diff(form.account_id, snapshotOf(from, version_number), snapshotOf(end, to));
  },
};

const snapshotOf = (row: DraftRow | VersionRow, name: number | "draft"): NamedSnapshot => ({
  name,
  title: row.title,
  graph: graphOf(row),
});
