import type { ImportFormat } from "../../../shared/api/shapes/imports.ts";
import { finish } from "./finish.ts";
import { converters, formatOf } from "./formats.ts";
import type { ImportedForm } from "./importedForm.ts";
import { parseDocument } from "./json.ts";
import { koboWorkbook } from "./kobo.ts";
import { convertLimeSurvey } from "./limesurvey/convert.ts";
import { isLss, readLss } from "./limesurvey/document.ts";
import { refuseOtherJson, refuseOtherText } from "./others.ts";
import { convertPathform } from "./pathform.ts";
import { convertRedcap } from "./redcap/convert.ts";
import { isDictionary } from "./redcap/fields.ts";
import { Refusal } from "./refusal.ts";
import { resultOf } from "./result.ts";
import { isTable } from "./table/columns.ts";
import { convertTable } from "./table/convert.ts";
import { fitted } from "./wording.ts";
import { AttachedFiles } from "./xlsform/attached.ts";
import { convertXlsform } from "./xlsform/convert.ts";
import { readColumns, readCsv, readTable } from "./xlsform/csv.ts";
import { type Row, rowCounter, type Workbook } from "./xlsform/workbook.ts";
import { readXlsx } from "./xlsform/xlsx.ts";

/** A file that comes with the document. */
export interface Attachment {
  name: string;
  bytes: Buffer;
}

/** Returns the response to an import, as JSON. Throws a Refusal for a document that can't be imported. */
export async function readForm(bytes: Buffer, attachments: readonly Attachment[] = []): Promise<string> {
  if (bytes.length === 0) throw new Refusal("file: must not be empty");
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Refusal(oldWorkbook);
  const count = rowCounter();
  const files = () => readFiles(attachments, count);
  const isAlone = attachments.length === 0;
  if (startsWith(bytes, 0x50, 0x4b)) {
    const { workbook, first } = await readXlsx(bytes, count);
    if (first && isDictionary(first.names)) return ofTable("redcap", first.rows, isAlone);
    if (first && isTable(first.names)) return ofTable("table", first.rows, isAlone);
    return ofWorkbook(workbook, await files());
  }
  const text = decode(bytes);
  if (isLss(text.slice(0, 4_000)) && isAlone) return finished("limesurvey", convertLimeSurvey(readLss(text, count)));
  refuseOtherText(text);
  if (!/^\s*[{[]/.test(text)) {
    const columns = await readColumns(text);
    if (isDictionary(columns)) return ofTable("redcap", await readTable(text, count), isAlone);
    if (isTable(columns)) return ofTable("table", await readTable(text, count), isAlone);
    return ofWorkbook(await readCsv(text, count), await files());
  }
  const document = parseDocument(text);
  const format = formatOf(document);
  if (format === "kobo") return finished(format, convertXlsform(koboWorkbook(document, count), await files()));
  if (!isAlone) throw oneFile();
  return ofJson(format, document);
}

/** Reads CSV files, whose rows count with those of the form. */
async function readFiles(attachments: readonly Attachment[], count: () => void): Promise<AttachedFiles> {
  const files = new AttachedFiles();
  for (const { name, bytes } of attachments) {
    const notCsv = () => new Refusal(`attachment: “${fitted(name, 60)}” must be a CSV file in UTF-8`);
    const rows = await readTable(decode(bytes, notCsv), count);
    if (!rows) throw notCsv();
    files.add(name, rows);
  }
  return files;
}

const startsWith = (bytes: Buffer, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);

const oldWorkbook = "file: is an .xls or password-protected workbook; save it as .xlsx without a password";

const noFormat = () =>
  new Refusal(
    "file: must be an export of Pathform, an XLSForm (.xlsx or .csv), Typeform JSON, a FHIR Questionnaire (R4 or R5), " +
      "SurveyJS JSON, Google Forms JSON, KoboToolbox JSON, Formbricks JSON, Tally JSON, a LimeSurvey .lss, a Qualtrics .qsf, " +
      "a REDCap dictionary or a table of questions",
  );

function ofJson(format: ImportFormat | null, document: unknown): string {
  if (format === "pathform") {
    const { form, graph, more } = convertPathform(document);
    return resultOf(format, form, graph, more);
  }
  const convert = format && converters[format];
  if (!convert) {
    refuseOtherJson(document);
    throw noFormat();
  }
  return finished(format, convert(document));
}

function ofTable(format: "table" | "redcap", rows: readonly Row[] | null, isAlone: boolean): string {
  if (!isAlone) throw oneFile();
  if (!rows) throw noFormat();
  return finished(format, format === "table" ? convertTable(rows) : convertRedcap(rows));
}

const oneFile = () =>
  new Refusal("attachment: must come with an XLSForm or a form of KoboToolbox; other forms are one file");

function ofWorkbook(workbook: Workbook | null, files: AttachedFiles): string {
  if (!workbook?.survey) throw noFormat();
  return finished("xlsform", convertXlsform(workbook, files));
}

function finished(format: ImportFormat, form: ImportedForm): string {
  const isEmpty = form.nodes.length === 0 && form.calculations.length === 0;
  if (isEmpty && (format === "surveyjs" || (format !== "xlsform" && format !== "kobo" && form.items.length > 0)))
    throw new Refusal(nothing(form));
  return resultOf(format, form, finish(form));
}

function nothing({ items }: ImportedForm): string {
  const [issue] = items.flatMap(({ issues }) => issues);
  return `file: has no question that can be imported${issue ? `; ${fitted(issue.source, 100)}: ${fitted(issue.message, 200)}` : ""}`;
}

/** Spreadsheets also export CSV as UTF-16. */
function decode(bytes: Buffer, refusal = noFormat): string {
  const isUtf16 = startsWith(bytes, 0xff, 0xfe);
  try {
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refusal();
  }
}
