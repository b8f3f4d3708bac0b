import { parseString } from "fast-csv";
import { csvLine } from "../../../../shared/domain/csv.ts";
import { sameLanguage } from "../../../../shared/domain/graph/translations/translations.ts";
import { languageLimit } from "../../../../shared/domain/limits.ts";
import { Refusal } from "../refusal.ts";
import { type LanguageRules, languageFault } from "./languages.ts";
import type { TranslationTable } from "./table.ts";

/** Translations as CSV: columns `key`, `source` and one a language (features §13). */

/** A cell that spreadsheets read as a formula or that begins with a line, or one that looks guarded. */
const formula = /^'*[=+\-@\t\r\n]/;
const guarded = /^'+[=+\-@\t\r\n]/;

const guard = (text: string): string => (formula.test(text) ? `'${text}` : text);
const unguard = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell);

export function writeCsv({ languages, rows }: TranslationTable, hasMark: boolean): string {
  const header = csvLine(["key", "source", ...languages]);
  const lines = rows.map(({ key, source = "", texts }) =>
    csvLine([key, source, ...languages.map((tag) => texts.get(tag) ?? "")].map(guard)),
  );
  return `${hasMark ? "\uFEFF" : ""}${header}${lines.join("")}`;
}

/** Reads a CSV with `,`, `;` or tabs. Throws a refusal for a malformed one. */
export async function readCsv(text: string, rules: LanguageRules): Promise<TranslationTable> {
  const plain = text.replace(/^\uFEFF/, "");
  const [head = [], ...lines] = await linesOf(plain, delimiterOf(plain));
  const columns = columnsOf(head, rules);
  const keys = new Set<string>();
  const rows = lines.flatMap((line, at) => {
    const cells = line.map(unguard);
    const key = cells[columns.key] ?? "";
    if (cells.every((cell) => cell === "")) return [];
    if (cells.slice(head.length).some((cell) => cell !== ""))
      throw new Refusal([`file: row ${at + 2} has more cells than the header`]);
    if (key === "") throw new Refusal(["key: is required in each row"]);
    if (keys.has(key)) throw new Refusal([`key: \`${key.slice(0, 100)}\` is there twice`]);
    keys.add(key);
    const source = columns.source < 0 ? undefined : (cells[columns.source] ?? "");
    return [{ key, source, texts: new Map(columns.languages.map(([at, tag]) => [tag, cells[at] ?? ""])) }];
  });
  return { languages: columns.languages.map(([, tag]) => tag), rows };
}

const headLength = 64 * 1024;

/** Spreadsheets in some languages write semicolons. */
function delimiterOf(text: string): string {
  const [head = ""] = text.slice(0, headLength).split(/\r?\n/, 1);
  const counts = [",", ";", "\t"].map((delimiter) => [delimiter, head.split(delimiter).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

function columnsOf(head: string[], rules: LanguageRules) {
  const names = head.map((cell) => unguard(cell).trim());
  const [key, source] = ["key", "source"].map((name) => names.indexOf(name)) as [number, number];
  if (key < 0) throw new Refusal(["key: column is required"]);
  const languages: [at: number, tag: string][] = [];
  for (const [at, tag] of names.entries()) {
    if (at === key || at === source || tag === "") continue;
    const isRepeated = languages.some(([, earlier]) => sameLanguage(earlier, tag));
    const fault = languageFault(tag, rules) ?? (isRepeated ? "is there twice" : null);
    if (fault) throw new Refusal([`file: column ${at + 1}: "${tag.slice(0, 50)}" ${fault}`]);
    languages.push([at, tag]);
  }
  if (languages.length > languageLimit) throw new Refusal([`language: must be at most ${languageLimit} columns`]);
  return { key, source, languages };
}

function linesOf(text: string, delimiter: string): Promise<string[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[][]>();
  const lines: string[][] = [];
  parseString(text, { delimiter, ignoreEmpty: false })
    .on("error", () => reject(new Refusal(["file: must be a CSV with its quotes closed"])))
    .on("data", (cells: string[]) => lines.push(cells))
    .on("end", () => resolve(lines));
  return promise;
}
