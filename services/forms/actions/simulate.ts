import type { Action } from "../../../shared/bus/calls.ts";
import { utcDay } from "../../../shared/domain/dates.ts";
import type { SimulateBody, Simulation } from "../../../shared/domain/graph/shapes/simulation.ts";
import type { JsonText } from "../../../shared/domain/json.ts";
import type { Analysis } from "../analysis/analysis.ts";
import type { FormRow } from "../entities.ts";
import type { FormsService } from "../service.ts";
import { existingDraft } from "../store/drafts.ts";
import { findForm } from "../store/forms.ts";
import { findVersion } from "../store/versions.ts";
import { graphOf } from "../views.ts";

/** POST /form/{slug}/draft/simulate/ (decisions §9.1) */
export const simulateDraft: Action<"forms.simulateDraft", FormsService> = {
  params: { caller: "object", slug: "string", body: "object" },
  async handler(ctx) {
    const em = this.database.read(ctx);
    const form = await findForm(em, ctx.params.caller, ctx.params.slug);
    const draft = await existingDraft(em, form);
    return simulateGraph(this.analysis, form, graphOf(draft), ctx.params.body);
  },
};

/** POST /form/{slug}/versions/{version_number}/simulate/ (decisions §9.1) */
export const simulateVersion: Action<"forms.simulateVersion", FormsService> = {
  params: { caller: "object", slug: "string", version_number: "number", body: "object" },
  async handler(ctx) {
    const em = this.database.read(ctx);
    const form = await findForm(em, ctx.params.caller, ctx.params.slug);
    const version = await findVersion(em, form, ctx.params.version_number);
    return simulateGraph(this.analysis, form, graphOf(version), ctx.params.body);
  },
};

function simulateGraph(
  analysis: Analysis,
  form: FormRow,
  graph: string,
  { language, ...input }: SimulateBody,
): Promise<JsonText<Simulation>> {
  const today = utcDay();
  const languages = language === undefined ? null : { asked: language, own: form.language };
  return analysis.simulate(form.account_id, graph, { ...input, today }, languages);
}
