import { readsPersonal } from "../../../shared/api/access/allows.ts";
import { changesBetween, formTarget } from "../../../shared/api/audit/entry.ts";
import { ExportQuery } from "../../../shared/api/shapes/sessions.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { utcDay } from "../../../shared/domain/dates.ts";
import { checkRights } from "../../../shared/platform/access.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import { refuseRecordFilters } from "../answers/recordFilters.ts";
import { audit } from "../audit.ts";
import { archiveFileLimit } from "../export/archive.ts";
import { columnCount } from "../export/csv.ts";
import { type ExportCursor, encodeCursor } from "../export/cursor.ts";
import { columnLimit, type Plan } from "../export/plan.ts";
import { hasRecords } from "../export/records.ts";
import { firstSpan } from "../export/rows.ts";
import { sheetColumnLimit } from "../export/sheet.ts";
import { firstSheet } from "../export/workbookPiece.ts";
import { type Filters, filtersOf } from "../filters.ts";
import { checkFilters, omittedFor } from "../personal.ts";
import type { AnalyticsService } from "../readers.ts";
import { exportBeginning, exportedSession, type Position } from "../store/export.ts";
import { countFiles } from "../store/files.ts";
import { hasLinks, linksNamed } from "../store/links.ts";
import { reach } from "../store/read.ts";
import { wordsOf } from "../store/search.ts";

type ExportParams = Params<"analytics.beginExport">;

const kinds = {
  csv: { extension: "csv", content_type: "text/csv; charset=utf-8" },
  xlsx: { extension: "xlsx", content_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
  json: { extension: "ndjson", content_type: "application/x-ndjson" },
  zip: { extension: "zip", content_type: "application/zip" },
};

/**
 * GET /form/{slug}/responses/export/ (spec §Sessions, decisions §6). Checks the query, and fixes the sessions and versions of the
 * export. It asks the primary, because a replica may lack the newest ones.
 */
export const beginExport: Action<"analytics.beginExport", AnalyticsService> = {
  params: { caller: "object", slug: "string", query: queryRule(ExportQuery) },
  async handler(ctx) {
    const { caller, slug, query } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const cursor = await this.shares.figures(caller.account_id, ctx, () => begin(this, ctx, form));
    await audit(this.own.pool, ctx, {
      action: "responses.exported",
      targets: [formTarget(form.form_id, form.title)],
      changes: changesBetween({}, filtersIn(query)),
    });
    const { extension, content_type } = kinds[query.format ?? "csv"];
    const today = utcDay();
    return {
      filename: `${form.slug}-responses-${today}.${extension}`,
      content_type,
      newest_version: cursor.newestVersion,
      account_id: caller.account_id,
      has_personal: cursor.omitted === undefined,
      cursor: encodeCursor({ ...cursor, accountId: caller.account_id }),
    };
  },
};

/** Without what may be an answer or name a person. */
const filtersIn = ({ answer: _, search: __, reference: ___, tag: ____, ...query }: ExportParams["query"]) => query;

async function begin(
  { database, replica, plans, labels }: AnalyticsService,
  ctx: Ctx<ExportParams>,
  form: FormReference,
): Promise<ExportCursor> {
  const { caller, query } = ctx.params;
  const { form_id: formId } = form;
  const primary = database.within(ctx);
  await checkFilters(primary, caller, form, query);
  const readsFiles = readsPersonal(caller, form);
  if (query.format === "zip" && !readsFiles) checkRights({ ...caller, needs: ["responses:read"] }, form);
  const omitted = await omittedFor(primary, caller, form, query.personal);
  const words = await wordsOf(primary, query.search);
  const filters = filtersOf(query, words);
  const links = await linksNamed(primary, formId, query.reference);
  refuseOfCsvAlone(query);
  refuseRecords(query);
  await refuseRecordFilters(labels, form, query);
  const beginning = await beginningOf(primary, formId, query);
  const isLinked = await hasLinks(primary, formId);
  if (query.format === "zip")
    await refuseTooManyFiles(primary, {
      formId,
      filters: { ...filters, links },
      newestVersion: beginning.newestVersion,
    });
  if (query.format !== "json") {
    const plan = await plans.get(formId, beginning.newestVersion);
    if (query.node_id !== undefined && !hasRecords(plan, query.node_id))
      throw invalid(["node_id: must be a records question"]);
    refuseTooWide(query, plan, isLinked);
  }
  const wal = await replica.position();
  // fails here, while the response can still have a status, if the replica is too far behind
  await reach(replica.within(ctx, wal));
  const left = { ...(omitted && { omitted: [...omitted] }), ...(!readsFiles && { hasNoLinks: true as const }) };
  return { ...firstCursor(formId, query, { words, links }, { ...beginning, isLinked }), ...left, wal };
}

/** Returns the start of a new export, or the end of the part that the client has. */
async function beginningOf(primary: Reader, formId: string, query: ExportParams["query"]): Promise<ExportBeginning> {
  const { newestVersion, newest } = await exportBeginning(primary, formId);
  const { export_after: after, export_version: version, format } = query;
  if (after === undefined) {
    if (version !== undefined) throw invalid(["export_version: requires export_after"]);
    return { newestVersion, position: newest && { ...newest, included: true } };
  }
  if (format === "xlsx") throw invalid(["export_after: requires format=csv, format=json or format=zip"]);
  if (version === undefined) throw invalid(["export_version: is required with export_after"]);
  if (version > newestVersion) throw invalid([`export_version: must be at most ${newestVersion}`]);
  const last = await exportedSession(primary, formId, after);
  if (!last)
    throw invalid(["export_after: isn't a response of this form. If it was deleted, send an earlier row's session ID"]);
  return { newestVersion: version, position: { ...last, included: false } };
}

interface ExportBeginning {
  newestVersion: number;
  position: Position | null;
}

async function refuseTooManyFiles(reader: Reader, sessions: Parameters<typeof countFiles>[1]): Promise<void> {
  const count = await countFiles(reader, sessions, archiveFileLimit + 1);
  if (count <= archiveFileLimit) return;
  const limit = archiveFileLimit.toLocaleString("en");
  throw conflict(`These responses have over ${limit} files. Export fewer of them, such as a month at a time.`);
}

function refuseTooWide(
  { format, scores = false, annotations = false, source, node_id: rows }: ExportParams["query"],
  plan: Plan,
  links: boolean,
): void {
  const hasTooMany = (limit: number, use: string) =>
    conflict(`The versions of this form have over ${limit.toLocaleString("en")} columns together. Use format=${use}.`);
  if (plan.isTooWide) throw hasTooMany(columnLimit, "json");
  const count = columnCount(plan, {
    style: "labels",
    bom: false,
    scores,
    links,
    annotations,
    source: source !== undefined,
    ...(rows !== undefined && { rows }),
  });
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

/** A table of records has neither points nor annotations, and no other format has tables. */
function refuseRecords({ format = "csv", records, node_id, scores, annotations }: ExportParams["query"]): void {
  const errors = records
    ? [
        ...(format === "csv" || format === "xlsx" ? [] : ["records: requires format=csv or format=xlsx"]),
        ...(node_id === undefined ? ["node_id: is required with records"] : []),
        ...(scores ? ["scores: not allowed with records"] : []),
        ...(annotations ? ["annotations: not allowed with records"] : []),
      ]
    : node_id === undefined
      ? []
      : ["node_id: requires records=rows"];
  if (errors.length > 0) throw invalid(errors);
}

/** `true` only adds the column. */
const sourceIn = (source: ExportParams["query"]["source"]) => (source === "true" ? {} : { source });

function firstCursor(
  formId: string,
  given: ExportParams["query"],
  found: Pick<Filters, "words" | "links">,
  { newestVersion, position, isLinked }: ExportBeginning & { isLinked: boolean },
): ExportCursor {
  const { format = "csv", values, bom = false, scores = false, annotations = false } = given;
  const {
    status,
    version,
    language,
    source,
    started_at_from,
    started_at_to,
    tag,
    is_flagged,
    answer,
    node_id: rows,
  } = given;
  return {
    formId,
    query: { status, version, language, ...sourceIn(source), started_at_from, started_at_to, tag, is_flagged, answer },
    ...found,
    format,
    table: {
      style: values === "raw" ? "values" : "labels",
      bom,
      scores,
      links: isLinked,
      annotations,
      source: source !== undefined,
      ...(rows !== undefined && { rows }),
    },
    newestVersion,
    // the rest is an archive of its own
    hasHeader: format === "zip" || (format !== "json" && given.export_after === undefined),
    ...(format === "xlsx" && { book: firstSheet }),
    ...(format === "zip" && { archive: { stage: "table", first: position } }),
    position,
    span: firstSpan,
    cut: null,
  };
}
