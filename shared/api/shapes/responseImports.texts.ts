import { texts } from "../../domain/texts.ts";
import * as imports from "./responseImports.ts";
import { author } from "./workspaces.texts.ts";

const counted = {
  skipped: "Rows that an import stored before, and equal ones of the file.",
  refused_count: "Number of refused cells and rows.",
  refused_rows: "Rows that are refused whole.",
  incomplete_count: "Responses without an answer to a required question. They are abandoned.",
  refused: "The first refusals, at most 5 of each column and reason.",
};

const source = "Tool that the file is from, recognized by its content. `table` is any other file with a header.";

/** Texts of the API about the properties of responseImports.ts. */
export const responseImportsTexts = [
  texts(imports.ImportResponsesQuery, {
    dry_run: "Only returns what the import would do.",
    incomplete: "`refuse` refuses rows that aren't complete. Without it, they become abandoned responses.",
    invalid: "`refuse` refuses rows with a refused cell. Without it, the rest of the row is stored.",
  }),
  texts(imports.DeleteImportQuery, { erase: "Also deletes the responses that it stored." }),
  texts(imports.RefusedCell, {
    row: "Row as a spreadsheet counts, with headers. Of JSON, from 1.",
    column: "Header of the column. Null for the whole row.",
    details: "The reason for programs. `date_order`: the order of days and months in `mapping` settles it.",
    reason: "Why it is refused. Never repeats the cell.",
  }),
  texts(imports.RefusalDetails, { kind: "Name of the reason for programs." }),
  texts(imports.ImportColumn, {
    header: "Header of the column.",
    suggestion: "Value for it in `mapping.columns`. Null leaves it out.",
    samples: "The first three different cells, cut to 100 characters.",
  }),
  texts(imports.ResponseImport, {
    ...counted,
    id: "ID of the import.",
    status: "State of the import. A canceled one keeps its responses.",
    source: `${source} Null until the file is read.`,
    rows: "Rows of the file, without blank ones. Null until the file is read.",
    stored: "Number of responses that it stored.",
    created: "Time of the upload.",
    created_by: ["Author of the import.", author],
  }),
  texts(imports.CheckedImport, {
    ...counted,
    source,
    rows: "Rows of the file, without blank ones.",
    checked: "Rows that were walked, the first 2,000.",
    fits: "Rows of these that would be stored.",
    columns: "The file's columns in their order.",
  }),
];
