import { describe, expect, it } from "@jest/globals";
import { readForm } from "../../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../../shared/api/shapes/imports.ts";
import { analyze } from "../../../../shared/domain/graph/analyze.ts";
import { simulate } from "../../../../shared/domain/graph/simulate.ts";
import type { Graph, Json } from "../../../../shared/domain/graph/types.ts";
import { sheetXml, workbookParts, xlsxOf, zipOf } from "../../../support/zip.ts";

/** Imported forms ask the same people the same questions, or an issue says that they don't. */
const yesNo = [
  ["yn", "yes", "Yes"],
  ["yn", "no", "No"],
];
const columns = ["type", "name", "label", "relevant", "calculation", "constraint"];

const imported = async (document: object): Promise<ImportResult> =>
  JSON.parse(await readForm(Buffer.from(JSON.stringify(document))));
const xlsform = async (rows: string[][], choices: string[][] = []): Promise<ImportResult> =>
  JSON.parse(
    await readForm(
      xlsxOf({ survey: [columns, ...rows], choices: [["list_name", "name", "label"], ...yesNo, ...choices] }),
    ),
  );

/** Returns the nodes that a walk with these answers shows. */
function shownTo({ graph }: ImportResult, answers: Record<string, Json>): string[] {
  expect(analyze(graph as Graph).filter(({ severity }) => severity === "error")).toEqual([]);
  const { traversal_path } = simulate(graph as Graph, { answers, today: "2026-06-01" });
  return traversal_path.filter((id) => !["end", "start"].includes(id));
}

const codes = ({ issues }: ImportResult) => issues.map(({ code }) => code);

describe("an XLSForm", () => {
  it("asks only people for whom a yes/no calculation is true", async () => {
    const form = await xlsform([
      ["select_one yn", "consent", "Consent?"],
      ["calculate", "ok", "", "", "${consent} = 'yes'"],
      ["text", "name", "Name?", "${ok}"],
    ]);
    expect(shownTo(form, { consent: "no" })).toEqual(["consent"]);
    expect(shownTo(form, { consent: "yes" })).toEqual(["consent", "name"]);
    // ODK and Enketo ask everyone
    expect(form.issues).toMatchObject([{ severity: "changed", code: "yes_no_text", source: "survey row 3" }]);
  });

  it("says nothing about a yes/no calculation that is compared with a text", async () => {
    const form = await xlsform([
      ["select_one yn", "consent", "Consent?"],
      ["calculate", "ok", "", "", "${consent} = 'yes'"],
      ["text", "name", "Name?", "${ok} = 'true' and not(${ok} = 'false')"],
    ]);
    expect(form.issues).toEqual([]);
    expect(shownTo(form, { consent: "no" })).toEqual(["consent"]);
  });

  it("asks only people who chose another option", async () => {
    const form = await xlsform([
      ["select_one yn or_other", "drink", "Drink?"],
      ["text", "which", "Which?", "${drink} = 'other'"],
      ["text", "why", "Why?", "${drink_other} = 'tea'"],
    ]);
    expect(codes(form)).toEqual([]);
    expect(shownTo(form, { drink: "yes" })).toEqual(["drink"]);
    expect(shownTo(form, { drink: "other", drink_other: "tea" })).toEqual(["drink", "drink_other", "which", "why"]);
  });

  it("has no maximum of an answer and a missing one", async () => {
    const form = await xlsform([
      ["integer", "a", "A"],
      ["integer", "b", "B"],
      ["calculate", "most", "", "", "max(${a}, ${b})"],
      ["text", "high", "High?", "${most} > 3"],
    ]);
    expect(shownTo(form, { a: 5, b: null })).toEqual(["a", "b"]);
    expect(shownTo(form, { a: 5, b: 1 })).toEqual(["a", "b", "high"]);
  });

  it("writes calculations of dates, texts and choices into what reads them", async () => {
    const form = await xlsform([
      ["select_one yn", "knows", "Knows the date?"],
      ["date", "exact", "Born?"],
      ["date", "about", "About?"],
      ["calculate", "born", "", "", "if(${knows} = 'yes', ${exact}, ${about})"],
      ["calculate", "age", "", "", "int((today() - ${born}) div 365.25)"],
      ["calculate", "group", "", "", "if(${age} < 18, 'child', if(${age} < 60, 'adult', 'elder'))"],
      ["calculate", "copy", "", "", "${knows}"],
      ["note", "adult", "You are ${group}.", "${group} = 'adult'"],
      ["note", "child", "Child", "${group} = 'child'"],
      ["note", "sure", "Sure", "${copy} = ${knows} and ${copy} = 'yes'"],
    ]);
    expect(codes(form)).toEqual(["written_in", "written_in"]);
    expect(form.graph.calculations?.find(({ key }) => key === "group")?.bands).toMatchObject([
      { label: "child" },
      { label: "adult" },
      { label: "elder" },
    ]);
    expect(form.graph.nodes.find(({ id }) => id === "adult")?.data.title).toBe("You are {{band:group}}.");
    const answers = { exact: "1990-01-01", about: "2020-01-01", adult: null, child: null };
    expect(shownTo(form, { ...answers, knows: "yes" })).toEqual(["knows", "exact", "about", "adult", "sure"]);
    expect(shownTo(form, { ...answers, knows: "no" })).toEqual(["knows", "exact", "about", "child"]);
  });

  it.each([
    ["/data/group/n = 3", { n: 3 }, true],
    ["../n = 3", { n: 3 }, true],
    ["current()/../n = 3", { n: 4 }, false],
    ["difference-in-months(${d}, '2026-06-01') >= 12", { d: "2025-06-01" }, true],
    ["format-date(${d}, '%Y') = 2025", { d: "2025-06-01" }, true],
    ["format-date(${d}, '%m') = '06'", { d: "2025-06-01" }, true],
    ["format-date(${d}, '%n') = 7", { d: "2025-06-01" }, false],
    ["string-length(${t}) > 3", { t: "long" }, true],
    ["date-time(${d}) > date-time('2025-01-01')", { d: "2025-06-01" }, true],
    ["decimal-date-time(today()) - decimal-date-time(${d}) = 365", { d: "2025-06-01" }, true],
    ["date(${d} + 30) < today()", { d: "2026-05-20" }, false],
    ["${t} = null", {}, true],
    ["selected-at(${m}, 0) = 'b'", { m: ["b", "c"] }, true],
    ["selected-at(${m}, 0) = 'c'", { m: ["b", "c"] }, false],
    ["count-selected(${m}) + 1 = 3", { m: ["b", "c"] }, true],
    ["count-selected(${m}) = 0", {}, true],
    ["coalesce(${n}, 5) = 5", {}, true],
    ["coalesce(${t}, 'x') = 'x'", {}, true],
    ["once(${n}) = 3", { n: 3 }, true],
    ["position(..) = 1", {}, true],
    ["${n} + ${k} = 3", { n: 3 }, false],
    ["${n} = ${k}", {}, true],
    ["${o} >= 2", { o: "3" }, true],
    ["${o} + 1 = 3", { o: "2" }, true],
    ["${n}", { n: 0 }, false],
    ["not(${n} > 2)", {}, true],
    ["regex(${t}, 'a.c')", { t: "abcd" }, false],
    ["selected(${m}, ${l})", { l: "c", m: ["b", "c"] }, true],
    ["selected(${m}, ${l})", { l: "a", m: ["b", "c"] }, false],
  ] as const)("converts %s", async (relevant, answers, isShown) => {
    const choices = [...["a", "b", "c"].map((it) => ["abc", it, it]), ...["1", "2", "3"].map((it) => ["num", it, it])];
    const form = await xlsform(
      [
        ["integer", "n", "N"],
        ["integer", "k", "K"],
        ["date", "d", "D"],
        ["text", "t", "T"],
        ["select_multiple abc", "m", "M"],
        ["select_one num", "o", "O"],
        ["select_one abc", "l", "L"],
        ["text", "read", "Read?", relevant.replace("null", "null()")],
      ],
      choices,
    );
    expect(form.issues).toEqual([]);
    expect(shownTo(form, answers as unknown as Record<string, Json>).includes("read")).toBe(isShown);
  });

  it("leaves out a question that no one can see", async () => {
    const form = await xlsform([
      ["text", "a", "A"],
      ["text", "old", "Old", "false()"],
      ["text", "b", "B", "${old} != 'x'"],
    ]);
    expect(codes(form)).toEqual(["never_asked"]);
    expect(form.counts).toMatchObject({ changed: 1, lost: 0 });
    expect(shownTo(form, {})).toEqual(["a", "b"]);
  });

  it("names a limit that a condition passes", async () => {
    const parts = Array.from({ length: 60 }, (_, at) => `\${n} = ${at}`).join(" or ");
    const form = await xlsform([
      ["integer", "n", "N"],
      ["text", "t", "T", parts],
    ]);
    expect(form.issues[0]?.message).toContain("needs more than 50 comparisons");
  });

  it("takes no exponential time for values that are written in", async () => {
    const chain = (value: (at: number) => string) =>
      Array.from({ length: 90 }, (_, at) => ["calculate", `c${at + 1}`, "", "", value(at)]);
    for (const value of [
      (at: number) => `concat(\${c${at}}, \${c${at}})`,
      (at: number) => `if(\${c${at}} = 'a', 'b', if(\${c${at}} = 'b', \${c${at}}, 'c'))`,
      (at: number) => `date(\${c${at}} + (\${c${at}} - today()))`,
    ]) {
      const first = value(0).startsWith("date") ? "date" : "text";
      const form = await xlsform([[first, "c0", "C"], ...chain(value), ["text", "t", "T", "${c90} = 'a'"]]);
      expect(form.counts.found).toBe(92);
    }
  });
});

describe("headers and types of an XLSForm", () => {
  const read = async (survey: string[][], others = {}): Promise<ImportResult> =>
    JSON.parse(await readForm(xlsxOf({ survey, ...others })));

  it("reads the aliases of pyxform", async () => {
    const form = await read(
      [
        ["command", "tag", "caption", "relevance", "calculate", "constraint", "constraining message"],
        ["q integer", "n", "N?", "", "", ". > 3", "Too small"],
        ["add select one prompt using yn", "s", "S?", "${n} > 5"],
        ["calculate", "twice", "", "", "${n} * 2"],
      ],
      {
        choices: [["list name", "value", "caption"], ...yesNo],
        settings: [["title"], ["My form"]],
      },
    );
    expect(form).toMatchObject({ title: "My form", issues: [], counts: { found: 3, converted: 3 } });
    expect(form.graph.nodes[0]?.data).toMatchObject({
      title: "N?",
      config: { min: 4 },
      valid_if: [{ message: "Too small" }],
    });
    expect(shownTo(form, { n: 6, s: "yes" })).toEqual(["n", "s"]);
  });

  it.each([
    [
      [
        ["Frage", "Antwort"],
        ["text", "a"],
      ],
      /`survey` must have a column `type`.*its columns are `frage`, `antwort`/,
    ],
    [[["type", "name", "label"]], /must have a column `type`/],
    [
      [
        ["type", "name", "label"],
        ["note to self", "a", "A"],
      ],
      /has no question.*such as `text`/,
    ],
  ])("refuses %j and says what is expected", async (rows, message) => {
    await expect(read(rows)).rejects.toThrow(message);
  });
});

describe("a SurveyJS survey", () => {
  const survey = (visibleIf: string) =>
    imported({
      elements: [
        { type: "text", name: "t" },
        { type: "text", inputType: "number", name: "n" },
        { type: "text", inputType: "number", name: "k" },
        { type: "radiogroup", name: "c", choices: ["Apple", "Pear"] },
        { type: "checkbox", name: "m", choices: ["x", "y"] },
        { type: "boolean", name: "b" },
        { type: "text", name: "read", visibleIf },
      ],
    });

  it.each([
    ["{t} = ''", {}, true],
    ["{t} = ''", { t: "a" }, false],
    ["{t} <> ''", {}, false],
    ["{t} <> ''", { t: "a" }, true],
    ["{t} = 'ABC'", { t: "abc" }, true],
    ["{c} = 'apple'", { c: "Apple" }, true],
    ["{c} contains 'app'", { c: "Apple" }, true],
    ["{n} + {k} = 3", { n: 3 }, true],
    ["{n} - {k} < 0", { k: 1 }, true],
    ["{n} <> 5", {}, true],
    ["{m} contains 'x'", { m: ["x", "y"] }, true],
    ["{m} = ['y', 'x']", { m: ["x", "y"] }, true],
    ["{m} noneof ['x']", {}, true],
    ["{b} = false", {}, false],
    ["{b}", { b: "no" }, false],
    ["!{b}", {}, true],
    ["iif({n} > 3, 'high', 'low') = 'high'", { n: 4 }, true],
    ["{n} > {k}", { n: 2, k: 1 }, true],
  ] as const)("converts %s with %j", async (visibleIf, answers, isShown) => {
    const form = await survey(visibleIf);
    expect(form.issues).toEqual([]);
    expect(shownTo(form, answers as unknown as Record<string, Json>).includes("read")).toBe(isShown);
  });
});

describe("a FHIR questionnaire", () => {
  it("ignores conditions on codes of a value set that isn't in the file", async () => {
    const form = await imported({
      resourceType: "Questionnaire",
      item: [
        { linkId: "a", text: "A?", type: "choice", answerValueSet: "http://example.com/vs" },
        {
          linkId: "b",
          text: "B?",
          type: "string",
          enableWhen: [{ question: "a", operator: "=", answerCoding: { code: "x" } }],
        },
      ],
    });
    expect(shownTo(form, { a: "text" })).toEqual(["a", "b"]);
    expect(codes(form)).toEqual(["value_set", "options", "condition"]);
  });

  it("asks no one about the opposite of a missing answer", async () => {
    const value = "%resource.item.where(linkId='a').answer.value";
    const item = (linkId: string, expression: string) => ({
      linkId,
      text: linkId,
      type: "string",
      extension: [
        {
          url: "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression",
          valueExpression: { language: "text/fhirpath", expression },
        },
      ],
    });
    const form = await imported({
      resourceType: "Questionnaire",
      item: [
        { linkId: "a", text: "A?", type: "integer" },
        item("b", `(${value} = 3).not()`),
        item("c", `${value} != 3`),
      ],
    });
    expect(shownTo(form, {})).toEqual(["a"]);
    expect(shownTo(form, { a: 4 })).toEqual(["a", "b", "c"]);
  });
});

describe("questions that respondents don't see", () => {
  it("leaves them out, because they are never asked", async () => {
    const hidden = [{ url: "http://hl7.org/fhir/StructureDefinition/questionnaire-hidden", valueBoolean: true }];
    const fhir = await imported({
      resourceType: "Questionnaire",
      item: [
        { linkId: "a", type: "string", text: "A" },
        { linkId: "b", type: "string", text: "B", extension: hidden },
        { linkId: "c", type: "string", text: "C", extension: hidden, initial: [{ valueString: "x" }] },
      ],
    });
    expect(fhir.issues.map(({ severity, code, source }) => [severity, code, source])).toEqual([
      ["changed", "never_asked", "linkId b"],
      ["lost", "hidden", "linkId c"],
    ]);
    const elements = [
      { type: "text", name: "a" },
      { type: "text", name: "b", visible: false },
      { type: "panel", visible: false, elements: [{ type: "text", name: "c" }] },
    ];
    const survey = await imported({ elements });
    expect(survey.issues.map(({ severity, code }) => [severity, code])).toEqual([
      ["changed", "never_asked"],
      ["changed", "never_asked"],
    ]);
    // a program or trigger can show it
    const shown = await imported({
      elements,
      triggers: [{ type: "visible", questions: ["b"], expression: "{a} = 1" }],
    });
    expect(shown.issues.map(({ severity, code }) => [severity, code])).toEqual([
      ["lost", "hidden"],
      ["lost", "hidden"],
      ["lost", "trigger"],
    ]);
  });
});

it("checks a URL of FHIR as there", async () => {
  const form = await imported({ resourceType: "Questionnaire", item: [{ linkId: "a", type: "url", text: "Site?" }] });
  expect(form.issues).toEqual([]);
  expect(form.graph.nodes[0]).toMatchObject({ question_type: "short_text", data: { config: { pattern: "\\S*" } } });
});

describe("SurveyJS settings", () => {
  it("keeps the messages of validators", async () => {
    const validator = (type: string, rule: object) => [{ type, text: `No ${type}.`, ...rule }];
    const form = await imported({
      elements: [
        {
          type: "text",
          inputType: "number",
          name: "n",
          min: 1,
          validators: validator("numeric", { minValue: 3, maxValue: 9 }),
        },
        { type: "text", name: "t", validators: validator("textvalidator", { minLength: 2, maxLength: 300 }) },
        { type: "comment", name: "r", validators: validator("regex", { regex: "^[a-z]+$" }) },
        { type: "text", name: "bad", validators: validator("regex", { regex: "(?=a)" }) },
        {
          type: "checkbox",
          name: "m",
          choices: ["a", "b", "c"],
          validators: validator("answercount", { maxCount: 2 }),
        },
        { type: "text", name: "odd", validators: validator("constructor", {}) },
      ],
    });
    const [number, short, long, bad, many] = form.graph.nodes.map(({ data }) => data);
    expect(number).toMatchObject({
      config: { min: 1 },
      valid_if: [
        {
          condition: {
            all: [
              { op: "gte", right: 3 },
              { op: "lte", right: 9 },
            ],
          },
          message: "No numeric.",
        },
      ],
    });
    expect(number?.config).not.toHaveProperty("max");
    expect(short).toMatchObject({
      config: { max_length: 20_000 },
      valid_if: [
        {
          condition: {
            all: [
              { op: "length_gte", right: 2 },
              { op: "length_lte", right: 300 },
            ],
          },
        },
      ],
    });
    expect(long).toMatchObject({ config: {}, valid_if: [{ condition: { op: "matches", right: "^[a-z]+$" } }] });
    expect(bad).not.toHaveProperty("valid_if");
    expect(many).toMatchObject({
      valid_if: [{ condition: { op: "count_lte", right: 2 }, message: "No answercount." }],
    });
    expect(form.issues.map(({ code, node_id }) => [code, node_id])).toEqual([
      ["rule", "bad"],
      ["rule", "odd"],
      ["looks", null],
    ]);
    expect(analyze(form.graph as Graph).filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("ends the survey where a trigger says so", async () => {
    const elements = (...names: string[]) => names.map((name) => ({ type: "text", inputType: "number", name }));
    const form = await imported({
      triggers: [
        { type: "complete", expression: "{age} < 18" },
        { type: "complete", expression: "{last} = 1" },
        { type: "complete", expression: "{nobody} = 1" },
      ],
      pages: [{ elements: elements("age", "b") }, { elements: elements("c") }, { elements: elements("last") }],
    });
    expect(form.issues).toMatchObject([{ severity: "lost", code: "trigger", source: "triggers[2]" }]);
    expect(shownTo(form, { age: 12 })).toEqual(["age", "b"]);
    expect(shownTo(form, { age: 18, last: 1 })).toEqual(["age", "b", "c", "last"]);
  });

  it("holds the narrower of two bounds", async () => {
    const { graph } = await imported({
      elements: [
        {
          type: "text",
          inputType: "number",
          name: "n",
          min: 1,
          max: 9,
          validators: [{ type: "numeric", minValue: 3, maxValue: 99 }],
        },
        { type: "text", name: "t", maxLength: 50, validators: [{ type: "text", minLength: 2, maxLength: 10 }] },
      ],
    });
    expect(graph.nodes.map(({ data }) => data.config)).toMatchObject([
      { min: 3, max: 9 },
      { min_length: 2, max_length: 10 },
      {},
    ]);
  });

  it("converts types of its own to the nearest known type", async () => {
    const form = await imported({
      elements: [
        { type: "yesno", name: "smokes" },
        {
          type: "agreement",
          name: "agrees",
          choices: [
            { value: 1, text: "Yes" },
            { value: 2, text: "No" },
          ],
        },
        { type: "personname", name: "person" },
        { type: "starpicker", name: "pick", choices: ["a", "b", "c"] },
        { type: "text", name: "much", visibleIf: "{smokes} = 'Yes' and {agrees} = 1 and {pick} = 'b'" },
      ],
    });
    expect(form.graph.nodes.slice(0, 5).map(({ question_type }) => question_type)).toEqual([
      "yes_no",
      "yes_no",
      "short_text",
      "multiple_choice",
      "short_text",
    ]);
    expect(codes(form)).toEqual(["usual_type", "usual_type", "usual_type", "usual_type"]);
    expect(form.issues[0]?.source).toBe("elements[0] “smokes”");
    expect(shownTo(form, { smokes: "yes", agrees: "yes", pick: "b" })).toContain("much");
    expect(shownTo(form, { smokes: "no", agrees: "yes", pick: "b" })).not.toContain("much");
  });
});

describe("scores", () => {
  const frequency = { answerValueSet: "http://loinc.org/vs/LL358-3", type: "choice" };
  const expressionOf = (name: string, expression: string) => ({
    url: `http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-${name}`,
    valueExpression: { language: "text/fhirpath", expression },
  });
  const variable = (name: string, expression: string) => ({
    url: "http://hl7.org/fhir/StructureDefinition/variable",
    valueExpression: { name, language: "text/fhirpath", expression },
  });
  const last = { type: "string", text: "Last?", linkId: "last" };

  it.each([
    ["%resource.item.where(linkId='g').item.answer.weight().sum() = 4", true],
    ["%resource.descendants().where(linkId in ('q1' | 'q2')).answer.value.ordinal().sum() >= 5", false],
    ["%sum > 3", true],
    ["%resource.item.where(linkId='g').item.where(answer.value.code='LA6571-9').count() = 1", true],
    ["%resource.item.where(linkId='g').item.answer.where(value.code='LA6570-1').exists()", false],
    ["%resource.item.where(linkId='g').item.where(linkId='q1').answer.exists(value.code = 'LA6571-9')", true],
    ["%resource.item.where(linkId='g').item.answer.count() = 2", true],
    ["iif(%sum > 3, 'high', 'low') = 'high'", true],
    ["(%a | %b).max() = 3", true],
  ])("converts FHIRPath %s", async (expression, isShown) => {
    const form = await imported({
      resourceType: "Questionnaire",
      extension: [
        variable("a", "%resource.item.where(linkId='g').item.where(linkId='q1').answer.weight()"),
        variable("b", "%resource.item.where(linkId='g').item.where(linkId='q2').answer.weight()"),
        variable("sum", "%a + %b"),
      ],
      item: [
        {
          linkId: "g",
          type: "group",
          item: [
            { linkId: "q1", text: "1?", ...frequency },
            { linkId: "q2", text: "2?", ...frequency },
          ],
        },
        { ...last, extension: [expressionOf("enableWhenExpression", expression)] },
      ],
    });
    expect(form.issues).toEqual([]);
    expect(shownTo(form, { q1: "LA6571-9", q2: "LA6569-3" }).includes("last")).toBe(isShown);
  });

  it.each([
    ["sumInArray({m}, 'n') = 5", true],
    ["avgInArray({m}, 'n') = 2.5", true],
    ["countInArray({m}, 'n') < 2", false],
    ["{s.r1} + {s.r2} = 3", true],
  ])("converts SurveyJS %s", async (visibleIf, isShown) => {
    const columns = [{ name: "n", cellType: "text", inputType: "number" }];
    const form = await imported({
      elements: [
        { type: "matrixdropdown", name: "m", columns, rows: ["r1", "r2"] },
        { type: "matrix", name: "s", columns: [1, 2], rows: ["r1", "r2"] },
        { type: "text", name: "last", visibleIf },
      ],
    });
    expect(codes(form)).toEqual(["several_questions"]);
    const answers = { m_r1_n: 2, m_r2_n: 3, s: { r1: "1", r2: "2" } };
    expect(shownTo(form, answers).includes("last")).toBe(isShown);
  });

  it("inserts the number of correct answers of a quiz", async () => {
    const form = await imported({
      elements: [{ type: "radiogroup", name: "q", choices: [1, 2], correctAnswer: 2 }],
      completedHtml: "<h3>You got {correctedAnswers} of {questionCount}.</h3>",
    });
    expect(form.issues).toEqual([]);
    expect(form.graph.nodes.at(-1)?.data.title).toMatch(/^You got \{\{calculation:value_1\}\} of 1\.$/);
  });
});

describe("texts", () => {
  it("have the marks of Markdown and HTML that ours has, and no others", async () => {
    const form = await xlsform([
      [
        "integer",
        "n_1",
        "**How** *many* _items_ (see [the guide](https://example.com/a_b))?<br><b>Really</b> 2 * 3 * 4",
      ],
      ["note", "end_note", "# Thanks\nfor ${n_1} <span style='color:red'>items</span> &amp; more"],
    ]);
    expect(form.issues).toEqual([]);
    expect(form.graph.nodes.map(({ data }) => data.title).slice(0, 2)).toEqual([
      "**How** *many* *items* \\(see [the guide](https://example.com/a_b)\\)?\n**Really** 2 \\* 3 \\* 4",
      "Thanks\nfor {{answer:n_1}} items & more",
    ]);
  });

  it("show the title of a group above its first question, or of a page", async () => {
    const form: ImportResult = JSON.parse(
      await readForm(
        xlsxOf({
          survey: [
            ["type", "name", "label", "appearance"],
            ["begin_group", "g", "About you"],
            ["text", "a", "A"],
            ["text", "b", "B"],
            ["end_group", "", ""],
            ["begin_group", "t", "Table", "table-list"],
            ["text", "c", "C"],
            ["text", "d", "D"],
            ["end_group", "", ""],
          ],
        }),
      ),
    );
    expect(form.issues).toEqual([]);
    expect(form.graph.nodes.map(({ data }) => data.description).slice(0, 2)).toEqual(["About you", undefined]);
    expect(form.graph.pages).toMatchObject([{ title: "Table", node_ids: ["c", "d"] }]);
  });

  it("of Typeform lose its own end screen where nothing leads to it", async () => {
    const form = await imported({
      fields: [{ ref: "a", type: "short_text", title: "*A*?" }],
      thankyou_screens: [
        { ref: "bye", title: "Bye" },
        { ref: "default_tys", title: "Done!" },
      ],
    });
    expect(form).toMatchObject({ issues: [], counts: { found: 2, converted: 2 } });
    expect(form.graph.nodes.map(({ data }) => data.title)).toEqual(["A?", "Bye"]);
  });

  it("show dates of a spreadsheet as dates", async () => {
    const cell =
      '<row><c t="inlineStr"><is><t>text</t></is></c><c t="inlineStr"><is><t>a</t></is></c><c s="1"><v>45000</v></c></row>';
    const sheet = sheetXml([["type", "name", "label"]]).replace("</sheetData>", `${cell}</sheetData>`);
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
    const parts = [...workbookParts({ survey: sheet }), { name: "xl/styles.xml", bytes: Buffer.from(styles) }];
    const form: ImportResult = JSON.parse(await readForm(zipOf(parts)));
    expect(form.graph.nodes[0]?.data.title).toBe("2023-03-15");
  });
});

describe("the causes of issues", () => {
  it("names a calculation that conditions depend on first, with the nodes", async () => {
    const form = await xlsform([
      ["integer", "n", "N"],
      ["calculate", "far", "", "", "uuid(${n})"],
      ["calculate", "near", "", "", "${far} + 1"],
      ["text", "a", "A", "${far} = 1"],
      ["text", "b", "B", "${near} > 2"],
      ["text", "c", "C", "${far} = 3"],
    ]);
    expect(form.causes[0]).toMatchObject({ issues_count: 4, node_ids: ["a", "b", "c"] });
    expect(form.causes[0]?.message).toContain(
      "4 parts depend on the calculation “far”, which can't be converted: `uuid` isn't supported.",
    );
  });
});
