/** Formats that a file of responses is recognized as (wants §25). `table`: anything else with a header. */
export const importSources = [
  "pathform",
  "typeform",
  "typeform_api",
  "google_forms",
  "kobo",
  "odk",
  "limesurvey",
  "tally",
  "microsoft_forms",
  "qualtrics",
  "redcap",
  "formbricks",
  "surveyjs",
  "table",
] as const;

export type ImportSource = (typeof importSources)[number];

/** A part of a file that isn't stored. */
export interface RefusedCell {
  /** as a spreadsheet counts, headers too; of JSON from 1 */
  row: number;
  /** header; null for the whole row */
  column: string | null;
  /** never repeats a cell */
  reason: string;
}

/** A column of a file of responses. */
export interface ImportColumn {
  header: string;
  /** what `mapping.columns` takes for it; null: it is left out */
  suggestion: string | null;
  /** the first three different cells that aren't empty, up to 100 characters each */
  samples: string[];
}
