import type { CheckedImport, ImportSource } from "../../../../../shared/api/shapes/responseImports.ts";
import { counted, numberText } from "./numbers.ts";

/** Texts of the import of responses. */
export const title = "Import responses";
export const intro =
  "Bring your responses from another tool as CSV, Excel, JSON or NDJSON of up to 50 MB. They cause no emails and no webhooks.";
export const chooseFile = "Choose file…";
export const chooseOther = "Choose another file…";
export const reading = "Reading the file…";
export const sources: Record<ImportSource, string> = {
  pathform: "Pathform export",
  typeform: "Typeform CSV",
  typeform_api: "Typeform API",
  google_forms: "Google Forms",
  kobo: "KoboToolbox",
  odk: "ODK Central",
  limesurvey: "LimeSurvey",
  tally: "Tally",
  microsoft_forms: "Microsoft Forms",
  qualtrics: "Qualtrics",
  redcap: "REDCap",
  formbricks: "Formbricks",
  surveymonkey: "SurveyMonkey",
  surveyjs: "SurveyJS",
  table: "Table",
};
export const zone = "Time zone of the file";
export const zoneText = "The times in this file have no zone.";
export const encoding = "Encoding of the file";
export const dateOrder = "Order of dates";
export const dateOrderText = "Dates such as 03/04/2026 can be read in two ways.";
export const dateOrders = {
  dmy: "Day, month, year",
  mdy: "Month, day, year",
  ymd: "Year, month, day",
} as const;
export const noFit = "No column of this file fits the form. Choose below what each column has.";
export const columnsTitle = "Columns";
export const columnUse = (header: string) => `Use of “${header}”`;
export const leave = "Leave out";
export const questions = "Questions";
export const hiddenFields = "Hidden fields";
export const own = "About the response";
export const ownUses = {
  id: "Its ID",
  started_at: "Time of the start",
  completed_at: "Time of completion",
  language: "Language",
} as const;
/** "3 rows, 2 fit, 1 is incomplete" */
export const summary = (found: Summary) =>
  [
    counted(found.rows, "row", "rows"),
    counted(found.fits, "fits", "fit"),
    ...(found.skipped > 0 ? [counted(found.skipped, "is already here", "are already here")] : []),
    ...(found.refused_rows > 0 ? [counted(found.refused_rows, "is left out", "are left out")] : []),
    ...(found.incomplete_count > 0 ? [counted(found.incomplete_count, "is incomplete", "are incomplete")] : []),
  ].join(", ");
type Summary = Pick<CheckedImport, "rows" | "fits" | "skipped" | "refused_rows" | "incomplete_count">;
export const doneFigures = {
  stored: "Imported",
  skipped: "Already here",
  refused_rows: "Left out",
  incomplete_count: "Incomplete",
} as const;
export const firstChecked = (checked: number) => `The figures are of the first ${numberText(checked)} rows.`;
export const incompleteText = "Rows without an answer to a required question are imported as abandoned responses.";
export const refusals = (all: number) => counted(all, "part isn't imported", "parts aren't imported");
export const firstOf = (shown: number) => `The first ${numberText(shown)}:`;
export const row = (number: number) => `Row ${number}`;
export const whole = "Whole row";
export const start = (rows: number) => `Import ${counted(rows, "response", "responses")}`;
export const startAll = "Import";
export const progress = (done: number, all: number | null) =>
  all === null ? "Reading the file…" : `${numberText(done)} of ${numberText(all)} rows`;
export const goesOn = "You can close this. The import continues.";
export const stop = "Stop import";
export const stopped = "The import was stopped. Its responses so far stay.";
export const erasing = "The responses of this import are being deleted.";
export const done = (stored: number) => counted(stored, "response imported", "responses imported");
