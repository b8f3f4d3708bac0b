import type { EntityManager } from "@mikro-orm/postgresql";
import { gives } from "../../../shared/api/access/roles.ts";
import { ElsewhereQuery } from "../../../shared/api/shapes/elsewhere.ts";
import { copiedSettings } from "../../../shared/api/shapes/formSettings.ts";
import { mailsPerForm } from "../../../shared/api/shapes/mails.ts";
import type { Action, Call } from "../../../shared/bus/calls.ts";
import type { FormFile } from "../../../shared/bus/contract/forms.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import type { DraftRow, FormRow, VersionRow } from "../entities.ts";
import type { FormsService } from "../service.ts";
import { existingDraft } from "../store/drafts.ts";
import { findForm, readForm } from "../store/forms.ts";
import { findVersion } from "../store/versions.ts";
import { graphOf, themeReference } from "../views.ts";

/** GET /form/{slug}/draft/as/ (wants §25): 404 without a draft. */
export const exportDraft: Action<"forms.exportDraft", FormsService> = {
  params: { caller: "object", slug: "string", query: queryRule(ElsewhereQuery) },
  async handler(ctx) {
    const { caller, slug, query } = ctx.params;
    const em = this.database.read(ctx);
    const form = await findForm(em, caller, slug);
    const draft = await existingDraft(em, form);
    return fileOf(this, { em, form, row: draft, caller, query, bus: ctx });
  },
};

/** GET /form/{slug}/versions/{version_number}/as/ (wants §25) */
export const exportVersion: Action<"forms.exportVersion", FormsService> = {
  params: { caller: "object", slug: "string", version_number: "number", query: queryRule(ElsewhereQuery) },
  async handler(ctx) {
    const { caller, slug, version_number, query } = ctx.params;
    const em = this.database.read(ctx);
    const form = await findForm(em, caller, slug);
    const version = await findVersion(em, form, version_number);
    return fileOf(this, { em, form, row: version, caller, query, bus: ctx });
  },
};

interface Taken {
  em: EntityManager;
  form: FormRow;
  row: DraftRow | VersionRow;
  caller: Caller;
  query: ElsewhereQuery;
  bus: { call: Call };
}

async function fileOf({ analysis }: Pick<FormsService, "analysis">, taken: Taken): Promise<FormFile> {
  const { form, row, query } = taken;
  const more = query.format === "pathform" ? await moreOf(taken) : null;
  const source = { title: row.title, language: form.language, graph: graphOf(row), more };
  return analysis.elsewhere(form.account_id, source, query);
}

/** Returns what belongs to a form beside its graph. Guests don't see its emails. */
async function moreOf({ em, form, caller, bus }: Taken): Promise<object> {
  const isMember = caller.key_id !== null || gives(caller.role, "forms:read");
  const paging = { limit: mailsPerForm, offset: 0, ordering: { field: "name", descending: false }, search: null };
  const { results } = isMember
    ? await bus.call("integrations.listMails", { caller, slug: form.slug, paging })
    : { results: [] };
  const { id: _, ...theme } = themeReference((await readForm(em, form.id)).theme);
  return {
    form: { ...copiedSettings(form), labels: form.labels },
    theme,
    mails: results.map(({ id: _id, status: _status, created: _created, ...mail }) => mail),
  };
}
