import type { IntegrationConfig } from "../../../shared/domain/integrations/index.ts";
import { type Api, openApi, textAt } from "./authorized.ts";
import { withoutGraph } from "./mapping.ts";
import { failure, unchanged } from "./outcome.ts";
import { findRow, findSession, openSheet, type Sheet } from "./sheet.ts";
import { appendRow, prepareHeader, readHeader } from "./sheetHeader.ts";
import { columnsOf, type Layout, layOut, rowOf } from "./sheetLayout.ts";
import type { Delivery, ModuleOf, Outcome, Tools } from "./type.ts";

/** Appends a row to a sheet of a spreadsheet. A correction rewrites it. */
export const googleSheets: ModuleOf<"google_sheets"> = {
  changesMade: true,
  deliver,
  // https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/get
  async check({ config }, tools) {
    if (config.spreadsheet_id === undefined) return withoutSpreadsheet();
    const path = `/v4/spreadsheets/${config.spreadsheet_id}?fields=spreadsheetId`;
    return (await open(tools).send({ method: "GET", path })).outcome;
  },
};

const withoutSpreadsheet = () => failure("`config.spreadsheet_id` is required. Copy it from the spreadsheet's URL.");

/** https://cloud.google.com/apis/design/errors: `{error: {code, message, status}}` */
const open = (tools: Tools): Api =>
  openApi("Google Sheets", tools, (body) => textAt((Object(body) as { error?: unknown }).error, "message"));

/**
 * Appends a row. The header names its columns, wherever the owner moved it. Missing ones are added at the end, under a lease, so that one
 * of several first deliveries writes them. After that, columns stay, so rows are appended without a lease.
 */
async function deliver(
  { config, event, attempt, made }: Delivery<IntegrationConfig<"google_sheets">>,
  tools: Tools,
): Promise<Outcome> {
  const { form, session } = event.data;
  if (config.spreadsheet_id === undefined) return withoutSpreadsheet();
  const graph = await tools.graphOf(form.id, session.version_number);
  if (!graph) return withoutGraph();
  const columns = columnsOf(graph, session);
  const sheet = openSheet(open(tools), config.spreadsheet_id, config.sheet_name);
  const first = await readHeader(sheet, columns);
  if (first.kind === "stopped") return first.outcome;
  let layout = layOut(first.header, columns);
  if (layout.added.length > 0) {
    const prepared = await tools.alone(sheet.lease, () => prepareHeader(sheet, columns));
    if (prepared === null)
      return failure("Another delivery is writing the sheet's header. This delivery will be retried.");
    if (prepared.kind === "stopped") return prepared.outcome;
    layout = prepared.layout;
  }
  const row = rowOf(layout, columns);
  if (event.type === "session.updated") return rewrite(sheet, layout, row, Number(made ?? 0));
  if (attempt > 1) {
    const found = await findRow(sheet, layout, row);
    if (found.outcome) return found.outcome;
  }
  const { outcome, number } = await appendRow(sheet, layout, row);
  return { ...outcome, ...(number !== null && { made: String(number) }) };
}

/** Rewrites the row of this session, which may have moved from its old place. A row that was deleted isn't appended again. */
async function rewrite(sheet: Sheet, layout: Layout, row: readonly unknown[], place: number): Promise<Outcome> {
  const found = await findSession(sheet, layout, row, place);
  if (found.kind === "stopped") return found.outcome;
  if (found.number !== null) return (await sheet.write(`A${found.number}`, row)).outcome;
  return unchanged(found.outcome, "The sheet has no row with this session_id anymore, so none was changed.");
}
