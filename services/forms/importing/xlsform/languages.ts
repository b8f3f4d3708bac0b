import type { ImportedForm } from "../importedForm.ts";
import type { ReadText } from "../translations.ts";
import { languageTag } from "../values.ts";
import { plain, withMarkdown } from "../wording.ts";
import type { Row, Workbook } from "./workbook.ts";

/** Texts of a form in its default language. */
export interface Texts {
  /** Reads a translatable column such as `label`, in the default language or any other. Empty if there is none. */
  text(row: Row, column: string): string;
  /** Whether a label has an image or the like, which isn't shown. */
  hasMedia(row: Row): boolean;
}

/** Finds the title and the default language, and adds the texts of the other ones as translations. */
export function openTexts(form: ImportedForm, { survey = [], choices = [], settings = [] }: Workbook): Texts {
  const rows = [...survey, ...choices, ...settings.slice(0, 1)];
  const labels = rows.flatMap(({ cells }) => [...cells.keys()].filter(isLabel));
  const wanted = settings[0]?.cells.get("default_language") ?? "";
  const own = ownLanguage(wanted, [...new Set(labels.map(languageOf))]);
  form.language = tagOf(own || wanted) ?? "en";
  const known = new Map<string, Map<Row, ReadText>>();
  const columns = Map.groupBy(
    new Set(rows.flatMap(({ cells }) => [...cells.keys()]).filter((name) => isTranslation(name, own))),
    (name) => splitName(name)[0],
  );
  const read = (row: Row, column: string): ReadText => {
    const texts = known.get(column) ?? new Map<Row, ReadText>();
    const before = texts.get(row);
    if (before) return before;
    known.set(column, texts);
    const { cells } = row;
    const text = {
      original: shownText(
        column,
        (own && cells.get(`${column}::${own}`)) || cells.get(column) || firstOf(cells, `${column}::`),
      ),
      translations: new Map(
        (columns.get(column) ?? []).flatMap((name): [string, string][] => {
          const cell = cells.get(name);
          return cell === undefined ? [] : [[splitName(name)[1] ?? "", shownText(column, cell)]];
        }),
      ),
    };
    texts.set(row, text);
    return text;
  };
  for (const row of rows) {
    for (const [name, cell] of row.cells) {
      if (!isTranslation(name, own)) continue;
      const [column, language = ""] = splitName(name);
      form.translations.add(language, tagOf(language), read(row, column).original, shownText(column, cell), name);
    }
  }
  const text: Texts["text"] = (row, column) => {
    const found = read(row, column);
    form.translations.read(found);
    return found.original;
  };
  if (settings[0]) form.title = text(settings[0], formTitle);
  const hasMedia: Texts["hasMedia"] = ({ cells }) =>
    [...cells].some(([name, cell]) => isMarked(splitName(name)[0]) && isLossy(cell));
  return { text, hasMedia };
}

const isMarked = (column: string): boolean => translatable.has(column) && column !== formTitle;
const isLossy = (text: string): boolean =>
  (text.includes("<") && plain(text).isLossy) || (text.includes("![") && /!\[[^[\]\n]{0,500}\]\(/.test(text));

/** `label::French (fr)` → `label` and `French (fr)` */
function splitName(name: string): [column: string, language?: string] {
  const at = name.indexOf("::");
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 2)];
}

/** Texts without a language are the own ones of rows that lack them. */
function isTranslation(name: string, own: string): boolean {
  const [column, language] = splitName(name);
  return translatable.has(column) && language !== undefined && language !== own;
}

const formTitle = "form_title";

/** Columns with texts that respondents read. */
const translatable = new Set([formTitle, "label", "hint", "guidance_hint", "constraint_message"]);

/** Labels have Markdown and HTML, and the title has none. A reference instead of its parenthesis keeps a link from being one. */
const shownText = (column: string, text: string): string =>
  isMarked(column) && /[*_#<&[\\]/.test(text)
    ? withMarkdown(plain(text.replaceAll("]&#40;", String.raw`\](`)).text)
    : text;

const isLabel = (column: string): boolean => column === "label" || column.startsWith("label::");
const languageOf = (column: string): string => column.slice("label::".length);

const firstOf = (cells: ReadonlyMap<string, string>, prefix: string): string => {
  for (const [column, text] of cells) if (column.startsWith(prefix)) return text;
  return "";
};

/** Returns the default language as its columns name it. Empty for columns without a language. */
function ownLanguage(wanted: string, languages: readonly string[]): string {
  const named = languages.find((language) => language.toLowerCase() === wanted.toLowerCase());
  if (wanted !== "" && named !== undefined) return named;
  const tagged = languages.find((language) => wanted !== "" && tagOf(language) === tagOf(wanted));
  return tagged ?? (languages.includes("") ? "" : (languages[0] ?? ""));
}

/** `French (fr)`, `French` or `fr` → `fr`. */
function tagOf(language: string): string | null {
  const code = /\(([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)\)\s*$/.exec(language)?.[1] ?? language;
  return namedTags().get(language.toLowerCase()) ?? (/^[A-Za-z]{2,3}(-|$)/.test(code) ? languageTag(code) : null);
}

const commonTags =
  "en fr es pt de it nl ar ru uk tr fa ps ur hi bn ne my th vi id zh ja ko sw am so ha yo ig rw sn zu af ku pl ro el he ka hy km lo mn si ta te" // words: ok
    .split(" ");
let names: Map<string, string> | null = null;

/** Tags by the names of their languages, in English and in the language itself. */
function namedTags(): Map<string, string> {
  names ??= new Map(
    commonTags.flatMap((tag) =>
      ["en", tag].map((locale): [string, string] => [
        (new Intl.DisplayNames([locale], { type: "language" }).of(tag) ?? tag).toLowerCase(),
        tag,
      ]),
    ),
  );
  return names;
}
