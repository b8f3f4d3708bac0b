import { parametersOf } from "../../../../../shared/api/parameters.ts";
import { given } from "../../api/queries/responses.ts";
import type { SessionFilters } from "../../form/sessionFilters.ts";

export type ExportFormat = "csv" | "xlsx" | "json" | "zip";

/** Options of an export (decisions §6). */
export interface ExportOptions {
  format: ExportFormat;
  /** CSV and Excel only: ID of the question whose rows are exported. Null for responses. */
  rowsOf: string | null;
  /** Tables only: labels or stored values */
  values: "labels" | "raw";
  /** CSV only: byte order mark, without which Excel doesn't detect UTF-8 */
  hasBom: boolean;
  /** Tables only: score columns; NDJSON always has scores */
  hasScores: boolean;
  /** Tables only: columns of tags, note and flag; NDJSON always has them */
  hasAnnotations: boolean;
  /** leaves out personal answers (wants §21.5) */
  omitsPersonal: boolean;
}

export const defaultOptions: ExportOptions = {
  format: "csv",
  rowsOf: null,
  values: "labels",
  hasBom: false,
  hasScores: false,
  hasAnnotations: false,
  omitsPersonal: false,
};

/** Returns the question whose rows the format exports, or null if it exports responses. */
export const rowsOf = ({ format, rowsOf }: Pick<ExportOptions, "format" | "rowsOf">): string | null =>
  hasRows(format) ? rowsOf : null;

/** Whether a format has tables of rows. */
export const hasRows = (format: ExportFormat): boolean => format === "csv" || format === "xlsx";

/** Whether its responses can be counted as they come, and a cut one can be continued after the last response. */
export const isCounted = (options: Pick<ExportOptions, "format" | "rowsOf">): boolean =>
  options.format === "json" || (options.format === "csv" && rowsOf(options) === null);

/** Returns a path on this origin. Leaves out options that the format doesn't have, because the service rejects them. */
export function exportPath(slug: string, filters: SessionFilters, options: ExportOptions): string {
  const { format, values, hasBom, hasScores, hasAnnotations, omitsPersonal } = options;
  const rows = rowsOf(options);
  const ofTable = format !== "json" && {
    ...(rows !== null && { records: "rows", node_id: rows }),
    ...(values === "raw" && { values }),
    ...(hasBom && (format === "csv" || format === "zip") && { bom: true }),
    ...(hasScores && rows === null && { scores: true }),
    ...(hasAnnotations && rows === null && { annotations: true }),
  };
  const personal = omitsPersonal && { personal: "omit" };
  const query = { ...given(filters), ...(format !== "csv" && { format }), ...ofTable, ...personal };
  const search = new URLSearchParams(parametersOf(query));
  const path = `/api/v2/form/${encodeURIComponent(slug)}/responses/export/`;
  return search.size > 0 ? `${path}?${search}` : path;
}
