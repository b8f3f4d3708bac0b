import { parametersOf } from "../../../../../shared/domain/parameters.ts";
import { given } from "../../api/queries/responses.ts";
import type { SessionFilters } from "../../form/sessionFilters.ts";

/** What an export is asked to be (decisions §6). */
export interface ExportOptions {
  format: "csv" | "json";
  /** of CSV alone: what people saw, or what is stored */
  values: "labels" | "raw";
  /** of CSV alone: a byte order mark, without which Excel takes UTF-8 for something else */
  hasBom: boolean;
  /** of CSV alone: points beside the answers; NDJSON always has them */
  hasScores: boolean;
}

export const defaultOptions: ExportOptions = { format: "csv", values: "labels", hasBom: false, hasScores: false };

/** On this origin. NDJSON has raw values and every score anyway: the service refuses what is for CSV alone. */
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
