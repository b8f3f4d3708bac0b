import { embeds } from "../../shared/languages/embeds.ts";
import { page as english } from "../../shared/languages/en/page.ts";
import { languages, wordsFor } from "../../shared/languages/languages.ts";
import { mailWords } from "../../shared/languages/mails.ts";
import { pages } from "../../shared/languages/pages.ts";
import { results } from "../../shared/languages/results.ts";
import { filled, type PageWords, pluralOf } from "../../shared/languages/words.ts";

type Texts = { [key: string]: string | Texts };

/** Texts by their path. A plural's have its category at the end, such as `fields.left.few`. */
function flat(texts: Texts, before = ""): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${before}${key}`, value]] : flat(value, `${before}${key}.`),
  );
}

const categories = ["zero", "one", "two", "few", "many", "other"];
const isPlural = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && Object.keys(value).every((key) => categories.includes(key));

/** A text's path without its plural category. */
const keyOf = (path: string) => path.replace(new RegExp(`\\.(${categories.join("|")})$`), "");
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

const texts = async (language: (typeof languages)[number]): Promise<Texts> => ({
  page: (await pages[language]()).page as unknown as Texts,
  mail: mailWords(language).words as unknown as Texts,
  results: results[language],
});
const known = {
  page: english as unknown as Texts,
  mail: mailWords("en").words as unknown as Texts,
  results: results.en,
};
const originals = new Map(flat(known).map(([path, text]) => [keyOf(path), text]));

/** Names of keys on most keyboards. */
const keys = ["page.enter", "page.ctrlEnter"];
/** Texts that are the same in English. */
const same: Partial<Record<string, string[]>> = {
  de: ["page.enter", "questions.optional", "fields.anyCountry", "median"],
  fr: ["questions.untitled", "fields.anyCountry", "lists.found", "files.images", "files.audio"],
  es: ["choices.no", "files.audio"],
  it: ["choices.no", "files.number", "files.audio", "file"],
  nl: [...keys, "files.audio"],
  tr: [...keys, "page.form"],
  id: [...keys, "files.number", "files.audio", "file", "median"],
};

/** Quotation marks and signs that a language's texts must not have. */
const typography: Partial<Record<string, RegExp>> = {
  de: /[«»”]|"/,
  fr: / [:;!?»]|« |[“”"]|[^\u00a0]:( |$)|«(?!\u202f)|(?<!\u202f)»/,
  es: /^[^¿]*\?|[“”"]/,
  it: /[“”"]/,
  nl: /[“”"«»]/,
  pl: /[«»“"]/,
  uk: /["“”„]/,
  ru: /["“”„]/,
  ar: /[?,;"“”]/,
  fa: /[?,;"“”]|ي|ك/,
  hi: /[^.]\.(?!\.)\s*$|"/,
  bn: /[^.]\.(?!\.)\s*$|"/,
  zh: /[,;:!?"]|[^\d.]\.(\s|$)/,
  ja: /[,;:!?"]|[^\d.]\.(\s|$)/,
};

describe.each(languages.filter((language) => language !== "en"))("%s", (language) => {
  let found: [path: string, text: string][];
  let page: PageWords;
  beforeAll(async () => {
    found = flat(await texts(language));
    page = (await pages[language]()).page;
  });

  it("has the texts of English, and its own tag", () => {
    expect([...new Set(found.map(([path]) => keyOf(path)))]).toEqual([...originals.keys()]);
    expect(page.tag).toBe(language);
    expect(found.filter(([, text]) => text.trim() === "" || text !== text.trim())).toEqual([]);
  });

  it("has a text for each plural category of its rules", () => {
    const expected = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const plurals = Object.values(page).flatMap((group) =>
      typeof group === "string" ? [] : Object.values(group as Texts).filter(isPlural),
    );
    expect(plurals).toHaveLength(20);
    for (const plural of plurals) expect(Object.keys(plural).toSorted()).toEqual(expected);
  });

  it("uses the placeholders of English", () => {
    const wrong = found.filter(([path, text]) => {
      const wanted = placeholders(originals.get(keyOf(path)) ?? "");
      // some languages say one and two in words, and only English shows the API's message
      const optional = /\.(zero|one|two)$/.test(path) ? ["count"] : path === "page.problems.invalid" ? ["message"] : [];
      const own = placeholders(text);
      return (
        wanted.some((name) => !own.includes(name) && !optional.includes(name)) ||
        own.some((name) => !wanted.includes(name))
      );
    });
    expect(wrong).toEqual([]);
  });

  it("leaves no text in English", () => {
    const english = found.filter(([path, text]) => text === originals.get(keyOf(path)));
    const paths = new Set(english.map(([path]) => keyOf(path).replace(/^(page|mail|results)\./, "")));
    expect([...paths]).toEqual(same[language] ?? keys);
  });

  it("says the same thing in the same words", () => {
    const { page: around, notices, end, choices, problems } = page;
    expect(embeds[language].form).toBe(around.form);
    expect([end.redirect, end.sending, problems.tooFew]).toEqual([
      around.continue,
      notices.sendingTitle,
      choices.atLeast,
    ]);
    // without the ending, which can change
    const stem = around.form.toLowerCase().slice(0, Math.max(2, around.form.length - 2));
    const about = [notices.loadFailedTitle, notices.notFoundTitle, notices.notOpenTitle, around.linkText];
    for (const text of about) expect(text.toLowerCase()).toContain(stem);
  });

  it("uses the marks of its script", () => {
    const bad = typography[language] ?? /"/;
    expect(found.filter(([, text]) => bad.test(text) || /'|\.\.\./.test(text))).toEqual([]);
  });
});

describe("languages", () => {
  it("finds the words for a tag by language and script, and English otherwise", () => {
    const tags = ["de", "de-AT", "pt-PT", "zh-Hans-CN", "zh-TW", "iw", "in", "ur", "xx-", ""];
    expect(tags.map(wordsFor)).toEqual(["de", "de", "pt", "zh", "en", "he", "id", "en", "en", "en"]);
  });

  it("fills placeholders once, and isolates values in right-to-left texts", () => {
    expect(filled("{a} of {b}", { a: "{b}", b: "2" })).toBe("{b} of 2");
    expect(filled("{a}", { a: "+44" }, true)).toBe("\u2068+44\u2069");
    expect(filled("{missing}", {})).toBe("");
  });

  it("chooses the plural of a language", () => {
    const plural = { one: "файл", few: "файла", many: "файлов", other: "файла" };
    expect([1, 2, 5, 21, 1.5].map((count) => pluralOf(plural, count, "ru"))).toEqual([
      ...["файл", "файла", "файлов", "файл", "файла"],
    ]);
  });
});
