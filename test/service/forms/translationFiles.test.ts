import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type ChangedDraft,
  fileOf,
  stateOf,
  type TranslatedDraft,
  withFile,
} from "../../../services/forms/translations/files.ts";
import type { Graph, Texts, Translations } from "../../../shared/domain/graph/types.ts";
import { draft as translated } from "../../fixtures/translations/draft.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** Translations as CSV and XLIFF and back (features §13). */
const at = "2026-01-31T12:00:00.000Z";
const earlier = "2025-01-31T12:00:00.000Z";

const draftWith = (translations: Translations = {}, further: Partial<TranslatedDraft> = {}): TranslatedDraft => ({
  graph: { ...(chain(node("name", "short_text"), node("age", "number")) as Graph), translations },
  language: "en",
  title: "Survey",
  closed_message: null,
  originals: {},
  ...further,
});
const taken = (draft: TranslatedDraft, text: string, type: "csv" | "xliff" = "csv"): Promise<ChangedDraft> =>
  withFile(draft, { type, text }, at);
const textsAfter = async (draft: TranslatedDraft, text: string, type: "csv" | "xliff" = "csv") =>
  (await taken(draft, text, type)).translations;
const errorsOf = (read: Promise<unknown>): Promise<string[]> =>
  read.then(
    () => [],
    (error: { errors: string[] }) => error.errors,
  );

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom(..."'=+-@\t\r\n\",;<>& \u0001\u2028aé😀{}"),
    maxLength: 12,
  }),
);
/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const text = hostile
  .map((it) => it.toWellFormed().replaceAll("\0", ""))
  .filter((it) => it.trim() !== "" && !it.startsWith("\uFEFF"));
const texts = fc.dictionary(fc.constantFrom("title", "name.title", "age.title", "end.title", "gone.options.x"), text, {
  noNullPrototype: true,
});

/** A language counts once it has a text. */
const withoutEmpty = (translations: Translations): Translations =>
  Object.fromEntries(Object.entries(translations).filter(([, texts]) => Object.keys(texts).length > 0));

describe("a round trip loses nothing", () => {
  test("as CSV of all languages, with and without a byte order mark", async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, fc.boolean(), async (de, pt, bom) => {
        const file = fileOf(draftWith({ de, "pt-BR": pt }), { format: "csv", bom });
        expect(await textsAfter(draftWith(), file)).toEqual(withoutEmpty({ de, "pt-BR": pt }));
      }),
    );
  });

  test("as XLIFF of one", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (de) => {
        const file = fileOf(draftWith({ de }), { format: "xliff", language: "DE" });
        expect(await textsAfter(draftWith(), file, "xliff")).toEqual(withoutEmpty({ de }));
      }),
    );
  });

  test("of the originals, so that nothing counts as changed", async () => {
    await fc.assert(
      fc.asyncProperty(text, texts, async (title, de) => {
        const draft = draftWith({ de }, { title });
        for (const type of ["csv", "xliff"] as const) {
          const file = fileOf(draft, { format: type, language: "de" });
          const { translations, originals } = await taken(draft, file, type);
          expect(stateOf({ ...draft, graph: { ...draft.graph, translations }, originals }).changed).toEqual({});
        }
      }),
    );
  });
});

describe("a CSV", () => {
  test("guards formulas", () => {
    const file = fileOf(draftWith({ de: { title: "=1+1", "name.title": "'=x", "age.title": "'quoted'" } }), {
      format: "csv",
    });
    expect(file.split("\r\n").slice(0, 4)).toEqual([
      "key,source,de",
      "title,Survey,'=1+1",
      "name.title,About name,''=x",
      "age.title,About age,'quoted'",
    ]);
  });

  test.each([",", ";", "\t"])("is read with %j between its cells", async (delimiter) => {
    const lines = [["source", "key", "de"], ["Survey", "title", '"a,b;c\td"'], [], ["", "", ""]];
    const file = lines.map((cells) => cells.join(delimiter)).join("\n");
    expect(await textsAfter(draftWith(), file)).toEqual({ de: { title: "a,b;c\td" } });
  });

  test("may name a language without a name that the draft has, and end its rows with empty cells", async () => {
    const before = { "de-x-a1": { title: "A" }, qqq: { title: "B" } };
    expect(await textsAfter(draftWith(before), fileOf(draftWith(before), { format: "csv" }))).toEqual(before);
    expect(await textsAfter(draftWith(before), "key,QQQ,,\ntitle,C,,\n")).toEqual({ ...before, qqq: { title: "C" } });
    const file = fileOf(draftWith(before), { format: "xliff", language: "qqq" });
    expect(await textsAfter(draftWith(before), file, "xliff")).toEqual(before);
  });

  test("changes nothing by empty cells, missing rows and missing languages", async () => {
    const before = { de: { title: "A", "name.title": "B" }, fr: { title: "C" } };
    const after = await textsAfter(draftWith(before), "key,DE\ntitle,\nage.title,Neu\nother.title,X\n");
    expect(after).toEqual({ de: { ...before.de, "age.title": "Neu", "other.title": "X" }, fr: before.fr });
    expect(Object.keys(after ?? {})).toEqual(["de", "fr"]);
    expect(await textsAfter(draftWith(before), "key,es\ntitle,\n")).toEqual(before);
    expect(
      await textsAfter(draftWith(before), xliff('<unit id="title"/>', 'version="2.0" trgLang="es"'), "xliff"),
    ).toEqual(before);
  });

  test.each<[string, string, string]>([
    ["a key twice", "key,de\ntitle,A\ntitle,B\n", "key: `title` is there twice"],
    ["a row without a key", "key,de\n,A\n", "key: is required in each row"],
    ["no column of keys", "name,de\ntitle,A\n", "key: column is required"],
    ["an empty file", "", "key: column is required"],
    ["a column that names no language", "key,source,de,notes\n", `file: column 4: "notes" isn't a language tag`],
    ["a column that is no tag", "key,source,Deutsch (de)\n", `file: column 3: "Deutsch (de)" isn't a language tag`],
    ["the form's own language", "key,EN\n", 'file: column 2: "EN" is the form\'s own language'],
    ["a language twice", "key,de,DE\n", 'file: column 3: "DE" is there twice'],
    ["a character that can't be stored", "key,de\ntitle,a\0b\n", "file: must not contain the character U+0000"],
    ["a key that no draft can have", "key,de\n__proto__,A\n", "key: `__proto__` isn't allowed"],
    ["another such key", "key,de\nconstructor,A\n", "key: `constructor` isn't allowed"],
    ["a key that XML can't have", "key,de\na\u0001,A\n", "translations.de: keys must not contain control characters"],
    ["a cell beyond the header", "key,de\n\ntitle,A,B\n", "file: row 3 has more cells than the header"],
    ["open quotes", 'key,de\ntitle,"A\n', "file: must be a CSV with its quotes closed"],
    [
      "a title that is too long",
      `key,de\ntitle,${"x".repeat(201)}\n`,
      "translations.de.title: must be at most 200 characters long",
    ],
  ])("is refused for %s", async (_name, file, error) => {
    expect(await errorsOf(taken(draftWith(), file))).toEqual([error]);
  });

  test("is refused if it makes the form too large", async () => {
    const rows = Array.from({ length: 2_200 }, (_, at) => `q${at}.title,${"x".repeat(490)}\n`);
    const errors = await errorsOf(taken(draftWith(), `key,de\n${rows.join("")}`));
    expect(errors).toEqual(["translations.de: must be at most 1 MiB"]);
    const half = rows.slice(0, 1_100).map((row) => `${row.trim()},${"y".repeat(490)}\n`);
    const tags = ["de", "fr", "es", "it", "nl", "pl", "pt", "ru", "tr", "uk", "ar", "fa", "he", "hi", "ja", "ko"];
    const whole = half.map((row) => `${row.trim()}${`,${"y".repeat(490)}`.repeat(tags.length - 2)}\n`);
    expect(await errorsOf(taken(draftWith(), `key,${tags.join()}\n${whole.join("")}`))).toEqual([
      "file: the form with its translations would be larger than 8 MiB",
    ]);
  });
});

const xliff = (body: string, head = 'version="2.0" srcLang="en" trgLang="de"') =>
  `<?xml version="1.0"?><xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" ${head}><file id="f">${body}</file></xliff>`;

describe("an XLIFF", () => {
  test("is read as tools write it: groups, several segments, inline codes, notes and CDATA", async () => {
    const file = xliff(`<group id="g"><notes><note>No text</note></notes><unit id="name.title">
      <originalData><data id="d">&lt;b&gt;</data></originalData>
      <segment id="1"><source>About</source><target>Über <pc id="1"><mrk id="m">dich</mrk></pc></target></segment>
      <ignorable><source> </source><target> </target></ignorable>
      <segment id="2"><source>name</source><target><![CDATA[& so]]><ph id="2"/></target></segment></unit></group>
      <unit id="u2" name="age.title"><segment><source>About age</source></segment></unit>`);
    expect(await textsAfter(draftWith(), file, "xliff")).toEqual({ de: { "name.title": "Über dich & so" } });
  });

  test("is read in the order of its targets", async () => {
    const file = xliff(`<unit id="name.title"><segment><source>One, </source><target order="3">eins</target></segment>
      <ignorable><source> and </source><target>und </target></ignorable>
      <segment><source>two</source><target order="1">Zwei </target></segment></unit>`);
    const { translations, originals } = await taken(draftWith(), file, "xliff");
    expect(translations).toEqual({ de: { "name.title": "Zwei und eins" } });
    expect(originals.de?.["name.title"]?.source).toBe("One,  and two");
  });

  test("is read without a text of which a segment has no target", async () => {
    const file = xliff(`<unit id="name.title"><segment><source>One. </source><target>Eins. </target></segment>
      <segment><source>Two.</source></segment></unit>
      <unit id="age.title"><segment><source>A</source><target>B</target></segment></unit>`);
    expect(await textsAfter(draftWith(), file, "xliff")).toEqual({ de: { "age.title": "B" } });
  });

  test("is read without the suggestions and resources that tools add to units", async () => {
    const file = xliff(`<unit id="u" name="name.title">
      <mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"><mtc:match ref="#1">
        <source>Naming</source><target>Benennung</target></mtc:match></mtc:matches>
      <res:resourceData xmlns:res="urn:oasis:names:tc:xliff:resourcedata:2.0"><res:resourceItem id="r">
        <res:source>Picture</res:source><res:target>Bild</res:target></res:resourceItem></res:resourceData>
      <segment><source>Name</source><target>Name</target></segment></unit>`);
    const { translations, originals } = await taken(draftWith(), file, "xliff");
    expect(translations).toEqual({ de: { "name.title": "Name" } });
    expect(originals.de?.["name.title"]?.source).toBe("Name");
  });

  test("is read without half a surrogate pair, which no draft can have", async () => {
    const file = xliff('<unit id="name.title"><segment><source/><target>a<cp hex="D800"/>b</target></segment></unit>');
    expect(await textsAfter(draftWith(), file, "xliff")).toEqual({ de: { "name.title": "ab" } });
  });

  test.each([
    ["de_DE", `language: "de_DE" isn't a language tag`],
    ["EN", "language: must not be the form's own language"],
  ])("of %s isn't written", (language, error) => {
    expect(() => fileOf(draftWith(), { format: "xliff", language })).toThrow(error);
  });

  test.each<[string, string, RegExp]>([
    ["version 1.2", xliff("", 'version="1.2"'), /^file: XLIFF 1.2 isn't supported. Send 2.0 or 2.1$/],
    ["another version", xliff("", 'version="3.0"'), /^file: must be XLIFF 2.0 or 2.1$/],
    ["another document", "<html/>", /^file: must be XLIFF 2.0 or 2.1$/],
    ["a document type", `<!DOCTYPE xliff [<!ENTITY a "b">]>${xliff("")}`, /^file: must not have a document type$/],
    ["malformed XML", xliff('<unit id="a">'), /^file: must be well-formed XML \(/],
    ["no target language", xliff("", 'version="2.1" srcLang="en"'), /^trgLang: is required$/],
    ["the form's own language", xliff("", 'version="2.1" trgLang="EN"'), /^trgLang: "EN" is the form's own language$/],
    ["another target language", xliff("", 'version="2.1" trgLang="notes"'), /^trgLang: "notes" isn't a language tag$/],
    ["a unit twice", xliff('<unit id="a"/><unit id="b" name="a"/>'), /^unit: `a` is there twice$/],
    ["a unit without a name", xliff("<unit/>"), /^unit: `name` is required$/],
  ])("is refused for %s", async (_name, file, error) => {
    expect((await errorsOf(taken(draftWith(), file, "xliff")))[0]).toMatch(error);
  });
});

describe("originals", () => {
  const originals = {
    de: { title: { source: "Survey", at: earlier }, "name.title": { source: "Name?", at: earlier } },
  };
  const de: Texts = { title: "Umfrage", "name.title": "Name" };

  test("stay with unchanged translations, and others take the source of the file or the present one", async () => {
    const draft = draftWith({ de }, { originals });
    const file = "key,source,de\ntitle,Old title,Befragung\nname.title,Old,Name\nage.title,,Alter\n";
    const { originals: after } = await taken(draft, file);
    expect(after.de).toEqual({
      title: { source: "Old title", at },
      "name.title": { source: "Name?", at: earlier },
      "age.title": { source: "About age", at },
    });
  });

  test("count as changed once the text is another", () => {
    expect(stateOf(draftWith({ de, fr: {} }, { originals }))).toEqual({
      languages: [
        { tag: "de", done: 2, missing: 2, changed: 1 },
        { tag: "fr", done: 0, missing: 4, changed: 0 },
      ],
      changed: { de: { "name.title": { source: "Name?", at: earlier } } },
    });
  });
});

describe("a file that another tool has translated", () => {
  const at = (name: string) => new URL(`../../fixtures/translations/${name}`, import.meta.url);

  test("was sent as a translator gets it today", () => {
    expect(fileOf(translated, { format: "xliff", language: "de" })).toBe(readFileSync(at("sent.xlf"), "utf8"));
  });

  test("keeps line breaks, spaces and signs, and translates today's originals", async () => {
    const file = readFileSync(at("returned.xlf"), "utf8");
    const { translations, originals } = await taken(translated, file, "xliff");
    expect(translations.de).toEqual({
      title: "Mittag & Lernen",
      "name.title": "Wie heißt du?",
      "name.placeholder": "<Name & Vorname>",
      "food.title": "Was isst du, {{answer:name}}?",
      "food.description": "Eine Zeile.\n\n„Noch“ eine.",
      "food.options.a": "=Suppe",
      "food.options.b": "  Brot  ",
    });
    const state = stateOf({ ...translated, graph: { ...translated.graph, translations }, originals });
    expect(state).toEqual({ languages: [{ tag: "de", done: 7, missing: 1, changed: 0 }], changed: {} });
  });
});
