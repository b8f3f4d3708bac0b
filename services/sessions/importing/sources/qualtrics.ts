import type { OwnColumn } from "../table.ts";
import { cellReader, ownColumns, type Sheet, type SheetFormat, startsWith } from "./sheet.ts";

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

/** Columns of the older format beside them. */
const ownOfOlder = new Set(["ResponseSet", "Name", "EmailAddress", "Email"]);

/** The third line has the columns' ids as JSON. */
const importId = /^\{\s*["']ImportId["']/;

/** In the older format the second row has titles, and the names of its own columns, which are called V1, V2 and so on. */
function olderNames({ headers, rows: [titles = []] }: Sheet): readonly string[] | null {
  const names = headers.map((header, at) => (/^V\d+$/.test(header) ? (titles[at] ?? "") : header));
  const isOlder = ["ResponseID", "StartDate", "EndDate"].every((name) => names.includes(name));
  // a time would stand below the name
  const hasTitles = /^[a-z]/i.test((titles[names.indexOf("EndDate")] ?? "").trim());
  return isOlder && hasTitles ? names : null;
}

const namesOf = (sheet: Sheet): readonly string[] => olderNames(sheet) ?? sheet.headers;

const hasIds = ({ rows }: Sheet): boolean => importId.test(rows[1]?.[0] ?? "");

const startsAsNew = ({ headers }: Sheet): boolean =>
  startsWith(headers, ["StartDate", "EndDate", "Status"]) && headers.includes("ResponseId");

export const qualtrics: SheetFormat = {
  source: "qualtrics",
  zone: null,
  isOf: (sheet) => hasIds(sheet) || startsAsNew(sheet) || olderNames(sheet) !== null,
  wasTable: (sheet) => !hasIds(sheet) && !startsAsNew(sheet),
  own(sheet) {
    const isOlder = olderNames(sheet) !== null;
    return ownColumns(namesOf(sheet), (name) => {
      if (Object.hasOwn(own, name)) return own[name];
      return isOlder && ownOfOlder.has(name) ? "skip" : null;
    });
  },
  extraHeaders: (sheet) => (hasIds(sheet) ? 2 : hasTitles(sheet) ? 1 : 0),
  reader(sheet) {
    const names = namesOf(sheet);
    const status = cellReader(names, "Status");
    const finished = cellReader(names, "Finished");
    const progress = cellReader(names, "Progress");
    return {
      isUnfinished: (cells) =>
        /^(?:0|false)$/i.test(finished(cells)) || (progress(cells) !== "" && Number(progress(cells)) < 100),
      refusal: (cells) => (previews.has(status(cells)) ? "is a preview" : null),
    };
  },
};

/** Whether the second row has the titles of the first one's codes. */
const hasTitles = (sheet: Sheet): boolean => {
  const { headers, rows } = sheet;
  const title = (rows[0]?.[headers.indexOf("EndDate")] ?? "").trim();
  return olderNames(sheet) !== null || /^[a-z][^\d]*$/i.test(title);
};
