import { ownColumns, preferred, type SheetFormat } from "./sheet.ts";

const read = new Set([
  ...["_id", "_validation_status", "_notes", "_status", "_submitted_by", "_tags", "_index", "_attachments"],
  ...["__version__", "_version_", "_geolocation", "_xform_id_string", "formhub/uuid"],
]);

/** An export of KoboToolbox. Its own columns have the same names whatever the headers of questions are. */
export const kobo: SheetFormat = {
  source: "kobo",
  zone: "UTC",
  isOf: ({ headers }) =>
    headers.includes("_uuid") &&
    headers.includes("_submission_time") &&
    (headers.includes("_index") || headers.includes("_id")),
  // the clock of a respondent's device: its typed cells have no zone
  times: ({ headers }) => ({
    deviceTimes: headers.flatMap((header, at) => (header === "start" || header === "end" ? [at] : [])),
  }),
  own({ headers }) {
    const known = {
      _uuid: "id" as const,
      ...preferred(headers, "started_at", "start"),
      ...preferred(headers, "completed_at", "end", "_submission_time"),
    };
    return ownColumns(headers, (header) => {
      if (Object.hasOwn(known, header)) return known[header as keyof typeof known];
      return read.has(header) || header.startsWith("meta/") || header.startsWith("__version__") ? "skip" : null;
    });
  },
};
