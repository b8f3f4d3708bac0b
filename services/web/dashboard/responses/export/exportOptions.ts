import { parametersOf } from "../../../../../shared/api/parameters.ts";
import { given } from "../../api/queries/responses.ts";
import type { SessionFilters } from "../../form/sessionFilters.ts";

export type ExportFormat = "csv" | "xlsx" | "json" | "zip";

/** Returns whether its records can't be counted, and a cut one can't be continued. */
export const isArchive = (format: ExportFormat): boolean => format === "xlsx" || format === "zip";

/** Options of an export (decisions §6). */
export interface ExportOptions {
  format: ExportFormat;
  /** Tables only: labels or stored values */
  values: "labels" | "raw";
  /** CSV only: byte order mark, without which Excel doesn't detect UTF-8 */
  hasBom: boolean;
  /** Tables only: score columns; NDJSON always has scores */
  hasScores: boolean;
  /** Tables only: columns of tags, note and flag; NDJSON always has them */
  hasAnnotations: boolean;
}

export const defaultOptions: ExportOptions = {
  format: "csv",
  values: "labels",
  hasBom: false,
  hasScores: false,
  hasAnnotations: false,
};

/** Returns a path on this origin. Leaves out options that the format doesn't have, because the service rejects them. */
export function exportPath(slug: string, filters: SessionFilters, options: ExportOptions): string {
  const { format, values, hasBom, hasScores, hasAnnotations } = options;
  const ofTable = format !== "json" && {
    ...(values === "raw" && { values }),
    ...(hasBom && (format === "csv" || format === "zip") && { bom: true }),
    ...(hasScores && { scores: true }),
    ...(hasAnnotations && { annotations: true }),
  };
  const query = { ...given(filters), ...(format !== "csv" && { format }), ...ofTable };
  const search = new URLSearchParams(parametersOf(query));
  const path = `/api/v2/form/${encodeURIComponent(slug)}/responses/export/`;
  return search.size > 0 ? `${path}?${search}` : path;
}
