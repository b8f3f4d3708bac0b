import type { OwnColumn } from "../table.ts";
import { cellReader, ownColumns, type SheetFormat, startsWith } from "./sheet.ts";

const own: Readonly<Record<string, OwnColumn>> = {
  ResponseId: "id",
  ResponseID: "id",
  StartDate: "started_at",
  EndDate: "completed_at",
  UserLanguage: "language",
  ...Object.fromEntries(
    [
      ...["Status", "IPAddress", "Progress", "Duration (in seconds)", "Finished", "RecordedDate"],
      ...["RecipientLastName", "RecipientFirstName", "RecipientEmail", "ExternalReference", "ExternalDataReference"],
      ...["LocationLatitude", "LocationLongitude", "DistributionChannel"],
    ].map((name) => [name, "skip"]),
  ),
};

/** `Status` of responses that the survey's owner or Qualtrics made, as text and as code. */
const previews: ReadonlySet<string> = new Set([
  ...["Survey Preview", "Survey Test", "Offline Survey Preview", "Spam Survey Preview", "Survey Preview Spam"],
  ...["1", "2", "9", "17"],
]);

/** The third line has the columns' ids as JSON. */
const importId = /^\{\s*["']ImportId["']/;

export const qualtrics: SheetFormat = {
  source: "qualtrics",
  zone: null,
  isOf: ({ headers, rows }) =>
    importId.test(rows[1]?.[0] ?? "") ||
    (startsWith(headers, ["StartDate", "EndDate", "Status"]) && headers.includes("ResponseId")),
  own: ({ headers }) => ownColumns(headers, (header) => (Object.hasOwn(own, header) ? own[header] : null)),
  extraHeaders: ({ rows }) => (importId.test(rows[1]?.[0] ?? "") ? 2 : 0),
  reader({ headers }) {
    const status = cellReader(headers, "Status");
    const finished = cellReader(headers, "Finished");
    const progress = cellReader(headers, "Progress");
    return {
      isUnfinished: (cells) =>
        /^(?:0|false)$/i.test(finished(cells)) || (progress(cells) !== "" && Number(progress(cells)) < 100),
      refusal: (cells) => (previews.has(status(cells)) ? "is a preview" : null),
    };
  },
};
