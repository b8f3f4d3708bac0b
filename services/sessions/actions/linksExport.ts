import { changesBetween, formTarget } from "../../../shared/api/audit/entry.ts";
import { LinksExportQuery } from "../../../shared/api/shapes/links.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { csvLine, guarded } from "../../../shared/domain/csv.ts";
import { utcDay } from "../../../shared/domain/dates.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { linkUrl } from "../../../shared/platform/linkTokens.ts";
import { audit } from "../audit.ts";
import type { SessionsService } from "../service.ts";
import { type LinkFilters, type LinkPosition, linksAfter } from "../store/links.ts";
import { mayAnswer } from "./links.ts";

/** Progress of an export, with all that the next piece needs. It never leaves the services. */
interface LinksCursor {
  formId: string;
  filters: LinkFilters;
  baseUrl: string;
  slug: string;
  withUrl: boolean;
  after: LinkPosition | null;
}

/** GET /form/{slug}/links/export/: reference, URL and status of each link, in the order of their creation (features §15). */
export const beginLinksExport: Action<"sessions.beginLinksExport", SessionsService> = {
  params: { caller: "object", slug: "string", query: queryRule(LinksExportQuery), base_url: "string" },
  async handler(ctx) {
    const { caller, slug, query, base_url: baseUrl } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const { search = null, ...filters } = query;
    // a search can name a person
    await audit(this.database.pool, ctx, {
      action: "links.exported",
      targets: [formTarget(form.form_id, form.title)],
      changes: changesBetween({}, filters),
    });
    const cursor: LinksCursor = {
      formId: form.form_id,
      filters: { ...filters, search },
      baseUrl,
      slug: form.slug,
      withUrl: mayAnswer(caller, form),
      after: null,
    };
    return {
      filename: `${form.slug}-links-${utcDay()}.csv`,
      content_type: "text/csv; charset=utf-8",
      account_id: caller.account_id,
      cursor: JSON.stringify(cursor),
    };
  },
};

const pieceRows = 500;
const header = csvLine(["reference", "url", "status"]);

export const linksPiece: Action<"sessions.linksPiece", SessionsService> = {
  params: {
    cursor: "string",
    bytes: { type: "number", optional: true },
    sessions: { type: "number", optional: true },
  },
  async handler(ctx) {
    const cursor: LinksCursor = JSON.parse(ctx.params.cursor);
    const { formId, filters, after, baseUrl, slug, withUrl } = cursor;
    const pool = untilDeadline(this.database.pool, ctx);
    const rows = await linksAfter(pool, formId, filters, after, pieceRows, new Date());
    const lines = rows.map(({ id, reference, status }) =>
      csvLine([guarded(reference ?? ""), withUrl ? linkUrl(baseUrl, slug, id) : "", status]),
    );
    const last = rows.length === pieceRows ? rows.at(-1) : undefined;
    const next = last && { ...cursor, after: { created_us: last.created_us, id: last.id } };
    return { text: (after ? "" : header) + lines.join(""), cursor: next ? JSON.stringify(next) : null };
  },
};
