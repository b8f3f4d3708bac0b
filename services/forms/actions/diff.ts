import type { EntityManager } from "@mikro-orm/postgresql";
import type { Action } from "../../../shared/bus/calls.ts";
import { isBreaking, type Snapshot } from "../../../shared/domain/graph/diff/diff.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import type { FormRow } from "../entities.ts";
import { analysis } from "../problems.ts";
import { findDraft } from "../store/drafts.ts";
import { findForm } from "../store/forms.ts";
import { findVersion } from "../store/versions.ts";

/** GET /form/{slug}/versions/{version_number}/diff/ (decisions §9.1); 404 where one of the two is not there. */
export const diffVersion: Action<"forms.diffVersion"> = {
  params: { caller: "object", slug: "string", version_number: "number", query: "object" },
  async handler(ctx) {
    const { caller, slug, version_number, query } = ctx.params;
    const em = this.database.read();
    const form = await findForm(em, caller, slug);
    const from = await findVersion(em, form, version_number);
    const to = query.to === undefined || query.to === "draft" ? "draft" : Number(query.to);
    const changes = await analysis.diff(form.account_id, snapshotOf(from), snapshotOf(await findEnd(em, form, to)));
    return { from: version_number, to, is_breaking: isBreaking(changes), changes };
  },
};

async function findEnd(em: EntityManager, form: FormRow, to: number | "draft") {
  if (to !== "draft") return findVersion(em, form, to);
  const draft = await findDraft(em, form);
  if (!draft) throw notFound("draft");
  return draft;
}

const snapshotOf = ({ title, graph }: Snapshot): Snapshot => ({ title, graph });
