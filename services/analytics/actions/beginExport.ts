import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import { columnCount } from "../export/csv.ts";
import { type ExportCursor, encodeCursor } from "../export/cursor.ts";
import { columnLimit, type Plan } from "../export/plan.ts";
import { firstSpan } from "../export/rows.ts";
import { sheetColumnLimit } from "../export/sheet.ts";
import { firstSheet } from "../export/workbookPiece.ts";
import { filtersOf } from "../filters.ts";
import type { AnalyticsService } from "../readers.ts";
import { type Beginning, exportBeginning } from "../store/export.ts";
import { wordsOf } from "../store/search.ts";

type ExportParams = Params<"analytics.beginExport">;

const kinds = {
  csv: { extension: "csv", content_type: "text/csv; charset=utf-8" },
  xlsx: { extension: "xlsx", content_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
  json: { extension: "ndjson", content_type: "application/x-ndjson" },
};

/** GET /form/{slug}/responses/export/ (spec §Sessions, decisions §6). Checks the query, and fixes the sessions and versions of the export. */
export const beginExport: Action<"analytics.beginExport", AnalyticsService> = {
  params: { caller: "object", slug: "string", query: "object" },
  async handler(ctx) {
    const { caller, slug, query } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const cursor = await this.shares.exports(caller.account_id, ctx, () => begin(this, ctx, form.form_id));
    const { extension, content_type } = kinds[query.format ?? "csv"];
    const today = new Date().toISOString().slice(0, 10);
    return {
      filename: `${form.slug}-responses-${today}.${extension}`,
      content_type,
      cursor: encodeCursor({ ...cursor, accountId: caller.account_id }),
    };
  },
};

async function begin(
  { replica: reader, plans }: AnalyticsService,
  ctx: Ctx<ExportParams>,
  formId: string,
): Promise<ExportCursor> {
  const { query } = ctx.params;
  const replica = reader.within(ctx);
  const words = await wordsOf(replica, query.search);
  filtersOf(query, words);
  refuseOfCsvAlone(query);
  const beginning = await exportBeginning(replica, formId);
  if (query.format !== "json") refuseTooWide(query, await plans.get(formId, beginning.newestVersion));
  return firstCursor(formId, query, words, beginning);
}

function refuseTooWide({ format, scores = false }: ExportParams["query"], plan: Plan): void {
  const hasTooMany = (limit: number, use: string) =>
    conflict(`The versions of this form have over ${limit.toLocaleString("en")} columns together. Use format=${use}.`);
  if (plan.isTooWide) throw hasTooMany(columnLimit, "json");
  const count = columnCount(plan, { style: "labels", bom: false, scores });
  if (format === "xlsx" && count > sheetColumnLimit) throw hasTooMany(sheetColumnLimit, "csv");
}

/** NDJSON has raw values, every score and no byte order mark. */
function refuseOfCsvAlone({ format, values, bom }: ExportParams["query"]): void {
  if (format === "xlsx" && bom) throw invalid(["bom: requires format=csv"]);
  if (format !== "json") return;
  const errors = [
    ...(bom ? ["bom: requires format=csv"] : []),
    ...(values === "labels" ? ["values: labels requires format=csv"] : []),
  ];
  if (errors.length > 0) throw invalid(errors);
}

function firstCursor(
  formId: string,
  given: ExportParams["query"],
  words: readonly string[],
  { newestVersion, newest }: Beginning,
): ExportCursor {
  const { format = "csv", values, bom = false, scores = false } = given;
  const { status, version, started_at_from, started_at_to, answer } = given;
  return {
    formId,
    query: { status, version, started_at_from, started_at_to, answer },
    words,
    format,
    table: { style: values === "raw" ? "values" : "labels", bom, scores },
    newestVersion,
    hasHeader: format !== "json",
    ...(format === "xlsx" && { book: firstSheet }),
    position: newest && { ...newest, included: true },
    span: firstSpan,
    cut: null,
  };
}
