import { parametersOf } from "../../../../../shared/domain/parameters.ts";
import { given } from "../../api/queries/responses.ts";
import type { SessionFilters } from "../../form/sessionFilters.ts";

/** Options of an export (decisions §6). */
export interface ExportOptions {
  format: "csv" | "json";
  /** CSV only: labels or stored values */
  values: "labels" | "raw";
  /** CSV only: byte order mark, without which Excel doesn't detect UTF-8 */
  hasBom: boolean;
  /** CSV only: score columns; NDJSON always has scores */
  hasScores: boolean;
}

export const defaultOptions: ExportOptions = { format: "csv", values: "labels", hasBom: false, hasScores: false };

/** Returns a path on this origin. Leaves out CSV options for NDJSON, because the service rejects them. */
export function exportPath(slug: string, filters: SessionFilters, options: ExportOptions): string {
  const { format, values, hasBom, hasScores } = options;
  const ofCsv = format === "csv" && {
    ...(values === "raw" && { values }),
    ...(hasBom && { bom: true }),
    ...(hasScores && { scores: true }),
  };
  const query = { ...given(filters), ...(format === "json" && { format }), ...ofCsv };
  const search = new URLSearchParams(parametersOf(query));
  const path = `/api/v2/form/${encodeURIComponent(slug)}/responses/export/`;
  return search.size > 0 ? `${path}?${search}` : path;
}
