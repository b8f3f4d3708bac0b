import { finish } from "./finish.ts";
import { converters, formatOf } from "./formats.ts";
import { parseDocument } from "./json.ts";
import { convertPathform } from "./pathform.ts";
import { Refusal } from "./refusal.ts";
import { resultOf } from "./result.ts";
import { convertXlsform } from "./xlsform/convert.ts";
import { readCsv } from "./xlsform/csv.ts";
import type { Workbook } from "./xlsform/workbook.ts";
import { readXlsx } from "./xlsform/xlsx.ts";

/** Returns the response to an import, as JSON. Throws a Refusal for a document that can't be imported. */
export async function readForm(bytes: Buffer): Promise<string> {
  if (bytes.length === 0) throw new Refusal("file: must not be empty");
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Refusal(oldWorkbook);
  if (startsWith(bytes, 0x50, 0x4b)) return ofWorkbook(await readXlsx(bytes));
  const text = decode(bytes);
  return /^\s*[{[]/.test(text) ? ofJson(parseDocument(text)) : ofWorkbook(await readCsv(text));
}

const startsWith = (bytes: Buffer, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);

const oldWorkbook = "file: is an .xls or password-protected workbook; save it as .xlsx without a password";

const noFormat = () =>
  new Refusal(
    "file: is none of Pathform JSON, XLSForm (.xlsx or .csv), Typeform JSON, FHIR Questionnaire JSON (R4 or R5), " + // words: ok
      "SurveyJS JSON or Google Forms JSON",
  );

function ofJson(document: unknown): string {
  const format = formatOf(document);
  if (format === "pathform") {
    const { form, graph } = convertPathform(document);
    return resultOf(format, form, graph);
  }
  const convert = format && converters[format];
  if (!convert) throw noFormat();
  const form = convert(document);
  return resultOf(format, form, finish(form));
}

function ofWorkbook(workbook: Workbook | null): string {
  if (!workbook?.survey) throw noFormat();
  const form = convertXlsform(workbook);
  return resultOf("xlsform", form, finish(form));
}

/** Spreadsheets also export CSV as UTF-16. */
function decode(bytes: Buffer): string {
  const isUtf16 = startsWith(bytes, 0xff, 0xfe);
  try {
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw noFormat();
  }
}
