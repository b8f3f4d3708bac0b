import { Closed, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";
import { Author } from "./workspaces.ts";

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
  "surveymonkey",
  "surveyjs",
  "table",
] as const;

export type ImportSource = (typeof importSources)[number];

/** Tools that write these files; null for files of any tool. */
export const sourceTools: Readonly<Record<ImportSource, string | null>> = {
  pathform: "Pathform",
  typeform: "Typeform",
  typeform_api: "Typeform",
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
  surveyjs: null,
  table: null,
};

/** Bytes of a file. */
export const responseFileLimit = 50 * 2 ** 20;
/** Bytes of a `mapping`. */
export const mappingLimit = 2 ** 20;
/** Refused parts of a file that an import shows. */
export const shownRefusals = 100;
/** Rows that a dry run walks. */
export const checkedRows = 2_000;

/** `erasing`: over, and its responses are being deleted. Then it is `done` or `cancelled` again. */
export const importStatuses = ["queued", "running", "done", "cancelled", "erasing"] as const;

export const RefusalDetails = Closed({ kind: Type.String() });

export const RefusedCell = Closed({
  row: Type.Integer({ minimum: 1 }),
  column: Nullable(Type.String()),
  reason: Type.String(),
  details: Type.Optional(Nullable(RefusalDetails)),
});

export const ImportColumn = Closed({
  header: Type.String(),
  suggestion: Nullable(Type.String()),
  samples: Type.Array(Type.String(), { maxItems: 3 }),
});

const count = () => Type.Integer({ minimum: 0 });
const refusals = {
  refused_count: count(),
  refused_rows: count(),
  incomplete_count: count(),
  refused: Type.Array(RefusedCell, { maxItems: shownRefusals }),
};

/** The text fields of the form with the file. */
export const ImportResponsesFields = { mapping: mappingLimit } as const;
export const ImportResponsesQuery = Closed({
  dry_run: Type.Optional(Type.Boolean()),
  incomplete: Type.Optional(Type.Enum(["refuse"])),
  invalid: Type.Optional(Type.Enum(["refuse"])),
});
export const DeleteImportQuery = Closed({ erase: Type.Optional(Type.Boolean()) });

export const ResponseImport = Closed({
  id: Uuid(),
  status: Type.Enum([...importStatuses]),
  source: Nullable(Type.Enum([...importSources])),
  rows: Nullable(count()),
  stored: count(),
  skipped: count(),
  ...refusals,
  created: Timestamp(),
  created_by: Author(),
});

/** Result of a dry run. */
export const CheckedImport = Closed({
  source: Type.Enum([...importSources]),
  rows: count(),
  checked: count(),
  fits: count(),
  skipped: count(),
  ...refusals,
  columns: Type.Array(ImportColumn),
});

export type RefusedCell = Static<typeof RefusedCell>;
export type ImportColumn = Static<typeof ImportColumn>;
export type ImportResponsesQuery = Static<typeof ImportResponsesQuery>;
export type DeleteImportQuery = Static<typeof DeleteImportQuery>;
export type ResponseImport = Static<typeof ResponseImport>;
export type CheckedImport = Static<typeof CheckedImport>;
