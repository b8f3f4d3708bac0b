import type { Action, Params } from "../../../shared/bus/calls.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import { type ExportCursor, encodeCursor } from "../export/cursor.ts";
import { firstSpan } from "../export/piece.ts";
import { columnLimit } from "../export/plan.ts";
import { filtersOf } from "../filters.ts";
import type { AnalyticsService } from "../readers.ts";
import { type Beginning, exportBeginning } from "../store/export.ts";
import { wordsOf } from "../store/search.ts";

type ExportParams = Params<"analytics.beginExport">;

const kinds = {
  csv: { extension: "csv", content_type: "text/csv; charset=utf-8" },
  json: { extension: "ndjson", content_type: "application/x-ndjson" },
};

/** GET /form/{slug}/responses/export/ (spec §Sessions, decisions §6). Checks the query, and fixes the sessions and versions of the export. */
export const beginExport: Action<"analytics.beginExport", AnalyticsService> = {
  params: { caller: "object", slug: "string", query: "object" },
  async handler(ctx) {
    const { replica, plans } = this;
    const { caller, slug, query } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const words = await wordsOf(replica, query.search);
    filtersOf(query, words);
    refuseOfCsvAlone(query);
    const beginning = await exportBeginning(replica, form.form_id);
    if (query.format !== "json" && (await plans.get(form.form_id, beginning.newestVersion)).isTooWide) throw tooWide();
    const { extension, content_type } = kinds[query.format ?? "csv"];
    const today = new Date().toISOString().slice(0, 10);
    return {
      filename: `${form.slug}-responses-${today}.${extension}`,
      content_type,
      cursor: encodeCursor(firstCursor(form.form_id, query, words, beginning)),
    };
  },
};

const tooWide = () =>
  conflict(
    `The versions of this form have over ${columnLimit.toLocaleString("en")} columns together. Use format=json.`,
  );

/** NDJSON has raw values, every score and no byte order mark. */
function refuseOfCsvAlone({ format, values, bom }: ExportParams["query"]): void {
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
    hasHeader: format === "csv",
    position: newest && { ...newest, included: true },
    span: firstSpan,
    cut: null,
  };
}
