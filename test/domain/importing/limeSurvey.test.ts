import { readFileSync } from "node:fs";
import fc from "fast-check";
import { readLss } from "../../../services/forms/importing/limesurvey/document.ts";
import { readForm } from "../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import { errorsOf, issuesOf, nodeOf, nodesOf, type Result } from "./converted.ts";
import { limeSurveyOracle } from "./oracles/limeSurvey.ts";
import { differences } from "./oracles/walks.ts";

const read = async (file: string): Promise<Result & { format: string; translations_count: number }> =>
  JSON.parse(await readForm(Buffer.from(file)));

const library = readFileSync(new URL("./limesurvey/library.lss", import.meta.url), "utf8");

type Row = Record<string, string | number>;

/** Returns a file with these tables. */
const lss = (tables: Record<string, Row[]>): string => {
  const row = (one: Row) =>
    Object.entries(one)
      .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
      .join("");
  const table = ([name, rows]: [string, Row[]]) =>
    `<${name}><rows>${rows.map((one) => `<row>${row(one)}</row>`).join("")}</rows></${name}>`;
  return `<?xml version="1.0"?><document><LimeSurveyDocType>Survey</LimeSurveyDocType>${Object.entries(tables).map(table).join("")}</document>`;
};

interface Given {
  type: string;
  subs?: string[];
  columns?: string[];
  answers?: string[];
  attributes?: Record<string, string>;
  [column: string]: unknown;
}

/** Returns a survey with a question a row, by their codes. */
const survey = (questions: Record<string, Given>, more: Record<string, Row[]> = {}): string => {
  const rows = Object.entries(questions).map(([title, it], at) => ({ title, it, qid: at + 1 }));
  const text = (qid: number, question: string): Row => ({ qid, question, help: "", language: "en" });
  const parts = rows.flatMap(({ it, qid }) =>
    [it.subs ?? [], it.columns ?? []].flatMap((codes, scale) =>
      codes.map((title, at) => ({ qid: qid * 1000 + scale * 100 + at, parent_qid: qid, title, scale_id: scale })),
    ),
  );
  return lss({
    surveys: [{ sid: 9, language: "en" }],
    questions: rows.map(({ title, it, qid }) => {
      const { type, subs: _, columns: __, answers: ___, attributes: ____, ...columns } = it;
      return { qid, parent_qid: 0, gid: 1, type, title, question_order: qid, relevance: "1", ...(columns as Row) };
    }),
    subquestions: parts,
    question_l10ns: [...rows, ...parts].map(({ qid, title }) => text(qid, title)),
    answers: rows.flatMap(({ it, qid }) =>
      (it.answers ?? []).map((code, at) => ({ qid, code, answer: code, language: "en", sortorder: at })),
    ),
    question_attributes: rows.flatMap(({ it, qid }) =>
      Object.entries(it.attributes ?? {}).map(([attribute, value]) => ({ qid, attribute, value })),
    ),
    ...more,
  });
};

const choice = { type: "L", answers: ["a", "b"] };

describe("a survey of LimeSurvey", () => {
  it("arrives with its groups, relevance, arrays, equations and languages", async () => {
    const result = await read(library);
    expect(result).toMatchObject({
      format: "limesurvey",
      title: "Our library",
      language: "en",
      translations_count: 1,
      counts: { found: 17, converted: 16, changed: 1, lost: 0 },
    });
    expect(issuesOf(result)).toEqual(["changed calculated_question question adult"]);
    expect(result.graph.pages?.map(({ title }) => title)).toEqual(["About you", "Your visits", "Often here"]);
    expect(nodeOf(result, "visits").data).toMatchObject({
      title: "{{answer:name}}, how often do you come?",
      config: { options: [{ value: "often" }, { value: "rare" }, { value: "never" }] },
    });
    expect(nodeOf(result, "media").data.config?.options).toContainEqual({
      value: "none",
      label: "Nothing",
      exclusive: true,
    });
    expect(result.graph.translations?.de).toMatchObject({ "rate.title": "Wie gut sind diese?" });
    expect(errorsOf(result)).toEqual([]);
  });

  it("asks the same people as its relevance, on 300 walks", async () => {
    const result = (await read(library)) as unknown as ImportResult;
    const tables = readLss(library, () => {});
    for (let seed = 0; seed < 300; seed++) expect(differences(result, limeSurveyOracle(tables), seed)).toEqual([]);
  });

  it("is read as older versions write it, with a row for each language", async () => {
    const row = { qid: 1, parent_qid: 0, gid: 1, type: "L", title: "q", question_order: 1, relevance: 1 };
    const file = lss({
      answers: ["en", "fr"].map((language) => ({ qid: 1, code: "a", answer: `A ${language}`, sortorder: 1, language })),
      groups: ["en", "fr"].map((language) => ({ gid: 1, group_name: `G ${language}`, group_order: 0, language })),
      questions: ["en", "fr"].map((language) => ({ ...row, question: `Q ${language}`, help: "", language })),
      surveys: [{ sid: 9, language: "en" }],
    });
    const result = await read(file);
    expect(nodesOf(result)).toEqual(["q dropdown", "end end_screen"]);
    expect(nodeOf(result, "q").data).toMatchObject({ title: "Q en", config: { options: [{ label: "A en" }] } });
    expect(result.graph.translations?.fr).toMatchObject({ "q.title": "Q fr" });
  });

  it("makes each type what it is here", async () => {
    const result = await read(
      survey({
        s: { type: "S", preg: "/^[0-9]+$/" },
        u: { type: "U" },
        d: { type: "D", attributes: { date_format: "dd.mm.yyyy HH:MM" } },
        t: { type: "D", attributes: { date_format: "HH:MM" } },
        g: { type: "G" },
        five: { type: "5" },
        o: { ...choice, type: "O" },
        q: { type: "Q", subs: ["a", "b"] },
        k: { type: "K", subs: ["a"] },
        p: { type: "P", subs: ["a", "b"] },
        x: { type: "X" },
        file: { type: "|", attributes: { max_num_of_files: "3" } },
        a: { type: "A", subs: ["r"] },
        c: { type: "C", subs: ["r"] },
        two: { type: "1", subs: ["r"], answers: ["1", "2"] },
        cells: { type: ":", subs: ["r"], columns: ["x", "y"] },
        i: { type: "I" },
        z: { type: "Z" },
      }),
    );
    expect(nodesOf(result).slice(0, -1)).toEqual([
      ...["s short_text", "u long_text", "d date", "t date", "g multiple_choice", "five opinion_scale"],
      ...["o multiple_choice", "o_comment long_text", "q_a short_text", "q_b short_text", "k_a number", "p checkbox"],
      ...["x welcome_screen", "file file_upload", "a matrix", "c matrix", "two_0 matrix"],
      ...["cells_r_x number", "cells_r_y number"],
    ]);
    expect(nodeOf(result, "s").data.config).toMatchObject({ pattern: "[0-9]+" });
    expect(issuesOf(result).filter((it) => it.startsWith("lost"))).toEqual([
      "lost comments question p",
      "lost type question z",
    ]);
  });

  it.each<[string, object]>([
    ['c.NAOK == "a"', { left: { type: "answer", node_id: "c" }, op: "eq", right: "a" }],
    ['!(c == "a")', { not: { left: { type: "answer", node_id: "c" }, op: "eq", right: "a" } }],
    ['m_y.NAOK == "Y"', { left: { type: "answer", node_id: "m" }, op: "includes_any", right: ["y"] }],
    ['m_y.NAOK != "Y"', { not: { left: { type: "answer", node_id: "m" }, op: "includes_any", right: ["y"] } }],
    ["is_empty(n.NAOK)", { left: { type: "answer", node_id: "n" }, op: "not_answered" }],
    ["n.NAOK gt 3", { left: { type: "answer", node_id: "n" }, op: "gt", right: 3 }],
    ['{9X1X1.NAOK == "a"}', { left: { type: "answer", node_id: "c" }, op: "eq", right: "a" }],
  ])("shows a question if %s", async (relevance, condition) => {
    const questions = { c: choice, m: { type: "M", subs: ["x", "y"] }, n: { type: "N" }, q: { type: "S", relevance } };
    const result = await read(survey(questions));
    expect(result.issues).toEqual([]);
    expect(nodeOf(result, "q").data.show_if).toEqual(condition);
  });

  it.each([
    ["c.shown == 'A'", "`c.shown` isn't supported"],
    ["substr(c, 0, 1) == 'a'", "`substr` isn't supported"],
    ["TOKEN:ATTRIBUTE_1 == '1'", "isn't an imported question"],
    ["c ==", "it ends too early"],
    [`${"(".repeat(100)}1${")".repeat(100)}`, "nested more than 60 levels"],
  ])("names the relevance %s that it can't convert", async (relevance, why) => {
    const result = await read(survey({ c: choice, q: { type: "S", relevance } }));
    expect(nodeOf(result, "q").data.show_if).toBeUndefined();
    expect(result.issues).toMatchObject([{ code: "condition", source: "question q", node_id: "q" }]);
    expect(result.issues[0]?.message).toContain(why);
  });

  it("names each part that it changes or loses", async () => {
    const result = await read(
      survey(
        {
          n: { type: "N", attributes: { em_validation_q: "n.NAOK < 9", em_validation_q_tip: "Below 9." } },
          soft: { type: "S", mandatory: "S" },
          hidden: { type: "S", attributes: { hidden: "1" } },
          never: { type: "S", relevance: "hidden == 'x'" },
          filter: { type: "M", subs: ["a", "b"], attributes: { array_filter: "x", random_order: "1" } },
          pattern: { type: "S", preg: "/a/i" },
          rank: { type: "R", answers: ["a"] },
          text: { type: "S", title: "text" },
          sum: { type: "*", attributes: { equation: "substr(n, 1)" } },
        },
        {
          quota: [{ id: 1 }],
          conditions: [{ qid: 8 }],
          defaultvalues: [{ dvid: 1, qid: 2, sqid: 0, defaultvalue: "x" }],
        },
      ),
    );
    expect(nodeOf(result, "n").data.valid_if).toMatchObject([{ message: "Below 9." }]);
    expect(nodeOf(result, "soft").data.config).toMatchObject({ default: "x" });
    expect(issuesOf(result)).toEqual([
      "changed required question soft",
      "changed never_asked question hidden",
      "lost never_asked question never",
      "lost shuffle question filter",
      "lost attribute question filter",
      "lost validation question pattern",
      "lost ranking question rank",
      "lost condition question text",
      "changed calculated_question question sum",
      "lost calculation question sum",
      "lost quota quota",
    ]);
  });

  it("inserts answers, and names what it can't insert", async () => {
    const text = (qid: number, question: string): Row => ({ qid, question, language: "en", help: "" });
    const file = survey(
      { a: { type: "S" }, b: { type: "S" }, c: { type: "S" } },
      {
        question_l10ns: [
          text(1, "A"),
          text(2, "Hello {a.shown}, { no }"),
          text(3, "Hi {TOKEN:FIRSTNAME}, {INSERTANS:9X1X1}"),
        ],
      },
    );
    const result = await read(file);
    expect(nodeOf(result, "b").data.title).toBe("Hello {{answer:a}}, { no }");
    expect(nodeOf(result, "c").data.title).toBe("Hi …, {{answer:a}}");
    expect(issuesOf(result)).toEqual(["changed recall question c"]);
  });

  it.each<[string, string, RegExp]>([
    ["no questions", lss({ surveys: [{ sid: 1 }] }), /^file: the survey has no questions/],
    ["broken XML", library.slice(0, 5_000), /^file: must be valid XML/],
    ["a document type", library.replace("<document>", '<!DOCTYPE x [<!ENTITY a "b">]><document>'), /document type/],
    ["20,001 rows", lss({ answers: Array.from({ length: 20_001 }, () => ({ qid: 1 })) }), /20,000 rows/],
  ])("is refused with %s", async (_, file, message) => {
    await expect(read(file)).rejects.toThrow(message);
  });

  it("makes a form that can be published of any survey", async () => {
    const codes = fc.array(fc.constantFrom("a", "b", "1", "__proto__", "ü"), { maxLength: 4 });
    const question = fc.record({
      type: fc.constantFrom(..."STUNDYG5L!OMPRQKX|IABCEFH1:;*Z"),
      subs: codes,
      columns: codes,
      answers: codes,
      relevance: fc.constantFrom(
        "",
        "1",
        "0",
        "q0 == 'a'",
        "q1_a.NAOK == 'Y'",
        "count(q0, q1) > 0",
        "((",
        "q2 + q3 > 1",
      ),
      mandatory: fc.constantFrom("Y", "N", "S", ""),
      other: fc.constantFrom("Y", "N"),
      preg: fc.constantFrom("", "/^a$/", "/(/", "x"),
      attributes: fc.dictionary(
        fc.constantFrom(
          "hidden",
          "max_answers",
          "min_answers",
          "equation",
          "em_validation_q",
          "date_min",
          "exclude_all_others",
        ),
        fc.constantFrom("1", "{q0}", "a", "99", "q0 > 1"),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 8 }), async (questions) => {
        const given = Object.fromEntries(questions.map((one, at) => [`q${at}`, one]));
        const result = await read(survey({ ...given, last: { type: "S" } }));
        expect(errorsOf(result)).toEqual([]);
        expect(result.counts.found).toBe(questions.length + 1);
      }),
      { numRuns: 150 },
    );
  });
});
