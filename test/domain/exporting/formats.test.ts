import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { exported } from "../../../services/forms/exporting/export.ts";
import { type Row, rowCounter } from "../../../services/forms/importing/xlsform/workbook.ts";
import { readXlsx } from "../../../services/forms/importing/xlsform/xlsx.ts";
import type { ElsewhereFormat } from "../../../shared/api/shapes/elsewhere.ts";
import type { Graph, GraphNode, Json, NodeData } from "../../../shared/domain/graph/types.ts";
import { roundTrip } from "../../support/elsewhere.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** How each format says the parts of a form (wants §25, the table). For walks see roundTrips.test.ts. */

/** Its types would change those of `fetch` in all tests. */
const { Model } = createRequire(import.meta.url)("survey-core") as {
  Model: new (document: object) => { jsonErrors?: unknown[]; getAllQuestions(): { name: string }[] };
};

const sample = JSON.parse(
  readFileSync(new URL("../../../shared/domain/samples/all-types.json", import.meta.url), "utf8"),
);

const taken = (format: ElsewhereFormat, graph: Graph, title = "Form") =>
  exported(format, { title, language: "en", graph });

/** Returns the file and the losses of a form with one question. */
async function one(format: ElsewhereFormat, type: string, config: object = {}, data: Partial<NodeData> = {}) {
  const asked = node("q", type, config as Record<string, Json>);
  const graph = chain({ ...asked, data: { ...asked.data, ...data } } as typeof asked);
  const { file, losses } = await taken(format, graph as Graph);
  return { file, losses: losses.filter(({ node_id }) => node_id === "q").map(({ reason }) => reason) };
}

// biome-ignore lint/suspicious/noExplicitAny: a document of another tool
type Any = any;

async function surveyQuestion(...given: [type: string, config?: object, data?: Partial<NodeData>]): Promise<Any> {
  const { file, losses } = await one("surveyjs", ...given);
  return { ...(file as Any).pages[0].elements.find(({ name }: Any) => name === "q"), losses };
}

async function sheetsOf(file: object | Uint8Array): Promise<Record<string, Record<string, string>[]>> {
  const workbook: Record<string, Row[]> = {
    ...(await readXlsx(Buffer.from(file as Uint8Array), rowCounter())).workbook,
  };
  return Object.fromEntries(
    Object.entries(workbook).map(([name, rows]) => [
      name,
      (rows ?? []).map((one: Row) => Object.fromEntries(one.cells)),
    ]),
  );
}

async function row(...given: [type: string, config?: object, data?: Partial<NodeData>]): Promise<Any> {
  const { file, losses } = await one("xlsform", ...given);
  const { survey = [] } = await sheetsOf(file);
  return { ...survey.find(({ name }) => name === "q"), losses };
}

async function item(...given: [type: string, config?: object, data?: Partial<NodeData>]): Promise<Any> {
  const { file, losses } = await one("fhir", ...given);
  return { ...(file as Any).item.find(({ linkId }: Any) => linkId === "q"), losses };
}

const options = ["a", "b", "c"].map((value) => ({ value, label: value.toUpperCase() }));

describe("a form of all types", () => {
  it("is a survey that SurveyJS reads without errors", async () => {
    const { file, losses } = await taken("surveyjs", sample.graph, sample.title);
    const survey = new Model(file);
    expect(survey.jsonErrors ?? []).toEqual([]);
    const names = survey.getAllQuestions().map(({ name }) => name);
    for (const { id, question_type } of sample.graph.nodes)
      if (question_type !== "end_screen") expect(names).toContain(id);
    expect(losses.map(({ node_id }) => node_id)).toEqual(inOrder(losses.map(({ node_id }) => node_id)));
  });

  it("has a row for each question and calculation in an XLSForm", async () => {
    const { file } = await taken("xlsform", sample.graph, sample.title);
    const { survey = [], choices = [], settings = [] } = await sheetsOf(file);
    expect(settings[0]).toMatchObject({ form_title: sample.title, default_language: "en" });
    expect(survey.filter(({ type }) => type === "hidden").map(({ name }) => name)).toEqual(["ticket", "campaign"]);
    expect(survey.find(({ name }) => name === "web_effort")).toMatchObject({
      type: "range",
      parameters: "start=0 end=100 step=10",
      relevant: expect.stringContaining("selected(${tracks}, 'web')"),
    });
    expect(choices).toContainEqual({ list_name: "mood_list", name: "great", label: "😍 Great" });
  });

  it("is a questionnaire whose links are unique and whose conditions read items before", async () => {
    const { file, losses } = await taken("fhir", sample.graph, sample.title);
    const ids = linksOf((file as Any).item);
    expect(new Set(ids).size).toBe(ids.length);
    expect(file).toMatchObject({ resourceType: "Questionnaire", status: "active", language: "en" });
    expect(ids).not.toContain("priorities");
    expect(losses).toContainEqual({ node_id: "priorities", reason: expect.stringContaining("left out") });
  });
});

const inOrder = (found: readonly (string | null)[]) => {
  const ids: (string | null)[] = [null, ...sample.graph.nodes.map(({ id }: GraphNode) => id)];
  return found.toSorted((a, b) => ids.indexOf(a) - ids.indexOf(b));
};

const linksOf = (items: Any[]): string[] =>
  items.flatMap(({ linkId, item: inner = [] }) => [linkId, ...linksOf(inner)]);

describe("SurveyJS", () => {
  it.each<[string, object, object]>([
    ["short_text", { max_length: 9 }, { type: "text", maxLength: 9 }],
    ["long_text", {}, { type: "comment", maxLength: 5000 }],
    ["email", {}, { type: "text", inputType: "email" }],
    ["phone", {}, { type: "text", inputType: "tel" }],
    ["number", { min: 1, decimals: 2 }, { type: "text", inputType: "number", min: 1, step: 0.01 }],
    ["number_scale", { min: 0, max: 100, step: 1 }, { type: "text", inputType: "range", min: 0, max: 100 }],
    ["star_rating", {}, { type: "rating", rateType: "stars", rateMax: 5 }],
    ["opinion_scale", { labels: { left: "No" } }, { type: "rating", rateMin: 0, minRateDescription: "No" }],
    ["date", { precision: "minute" }, { type: "text", inputType: "datetime-local" }],
    ["date", { max: { days_from_today: 2 } }, { type: "text", inputType: "date", maxValueExpression: "today(2)" }],
    ["multiple_choice", { options, allow_other: true }, { type: "radiogroup", showOtherItem: true }],
    ["dropdown", { options, shuffle: "all" }, { type: "dropdown", choicesOrder: "random" }],
    ["yes_no", {}, { type: "boolean", valueTrue: "yes", labelFalse: "No" }],
    ["checkbox", { options, max_selections: 2 }, { type: "checkbox", maxSelectedChoices: 2 }],
    ["ranking", { options, min_ranked: 2 }, { type: "ranking", selectToRankEnabled: true, minSelectedChoices: 2 }],
    ["file_upload", { max_size_mb: 1 }, { type: "file", maxSize: 1_048_576 }],
  ])("says a %s with %j", async (type, config, expected) => {
    expect(await surveyQuestion(type, config)).toMatchObject({ ...expected, losses: [] });
  });

  it("says that an exclusive option can't be combined, as a rule", async () => {
    const { validators } = await surveyQuestion("checkbox", {
      options: [...options, { value: "n", label: "N", exclusive: true }],
    });
    expect(validators).toEqual([
      expect.objectContaining({ type: "expression", expression: expect.stringContaining("noneof ['n']") }),
    ]);
  });

  it("has texts in all languages", async () => {
    const graph = {
      ...chain(node("q", "dropdown", { options })),
      translations: { de: { "q.title": "Frage", "q.options.a": "Ä" } },
    };
    const { file } = await taken("surveyjs", graph as Graph);
    expect((file as Any).pages[0].elements[0]).toMatchObject({
      title: { default: "About q", de: "Frage" },
      choices: [{ text: { default: "A", de: "Ä" } }, { text: "B" }, { text: "C" }],
    });
  });

  it("keeps IDs, and adds q_ where they mean something else there", async () => {
    const { file } = await taken(
      "surveyjs",
      chain(node("panel", "email"), node("toString", "email"), node("A", "email"), node("a", "email")) as Graph,
    );
    expect((file as Any).pages.map((page: Any) => page.elements[0].name)).toEqual([
      "q_panel",
      "q_toString",
      "A",
      "q_a",
    ]);
  });

  it.each<[string, string, object]>([
    ["pattern", "short_text", { pattern: "\\pL+" }],
    ["responses", "short_text", { unique: true }],
    ["unit", "number", { unit: "kg" }],
    ["domains", "email", { allowed_domains: ["example.com"] }],
    ["keep their order", "dropdown", { options, shuffle: "except_last" }],
    ["any number of times", "dropdown", { options: options.map((option) => ({ ...option, limit: 2 })) }],
  ])("loses: %s", async (reason, type, config) => {
    expect((await surveyQuestion(type, config)).losses).toEqual([expect.stringContaining(reason)]);
  });
});

describe("XLSForm", () => {
  it.each<[string, object, object]>([
    [
      "short_text",
      { max_length: 9, pattern: "[a-z]+" },
      { type: "text", constraint: "string-length(.) <= 9 and regex(., '^(?:[a-z]+)$')" },
    ],
    ["number", { decimals: 0, min: 1 }, { type: "integer", constraint: ". >= 1" }],
    ["number", { decimals: 2 }, { type: "decimal", constraint: "round(., 2) = ." }],
    [
      "date",
      { min: "2026-01-01", max: { days_from_today: 0 } },
      { type: "date", constraint: ". >= date('2026-01-01') and . <= today()" },
    ],
    ["date", { precision: "time" }, { type: "time" }],
    ["star_rating", {}, { type: "range", appearance: "rating" }],
    ["yes_no", {}, { type: "select_one q_list" }],
    [
      "checkbox",
      { options, min_selections: 1 },
      { type: "select_multiple q_list", constraint: "count-selected(.) >= 1" },
    ],
    ["ranking", { options }, { type: "rank q_list" }],
  ])("says a %s with %j", async (type, config, expected) => {
    expect(await row(type, config)).toMatchObject({ ...expected, losses: [] });
  });

  it("asks for another answer as or_other, with a loss", async () => {
    const said = await row("multiple_choice", { options, allow_other: true });
    expect(said).toMatchObject({ type: "select_one q_list or_other", losses: [expect.stringContaining("of its own")] });
  });

  it("says conditions of options as a filter, and rules as a constraint with their message", async () => {
    const graph = chain(
      node("first", "yes_no"),
      node("q", "dropdown", {
        options: [
          { value: "a", label: "A", show_if: { left: { type: "answer", node_id: "first" }, op: "eq", right: "yes" } },
          { value: "b", label: "B" },
        ],
      }),
    );
    const q = graph.nodes[1] as GraphNode;
    q.data.valid_if = [{ condition: { op: "neq", right: "b" }, message: "Not b" }];
    const { survey = [] } = await sheetsOf((await taken("xlsform", graph as Graph)).file);
    expect(survey.find(({ name }) => name === "q")).toMatchObject({
      choice_filter: "(name != 'a' or (${first} = 'yes'))",
      constraint: "(. != '' and . != 'b')",
      constraint_message: "Not b",
    });
  });

  it("has a column for each language", async () => {
    const graph = { ...chain(node("q", "dropdown", { options })), translations: { de: { "q.title": "Frage" } } };
    const { survey = [], settings = [] } = await sheetsOf((await taken("xlsform", graph as Graph)).file);
    expect(survey[0]).toMatchObject({ "label::en": "About q", "label::de": "Frage" });
    expect(settings[0]).toMatchObject({ default_language: "en" });
  });

  it.each([
    ["a form without markup", {}],
    ["a form with markup", { markup: "inline" as const }],
  ])("keeps what only looks like markup text, in %s", async (_, kind) => {
    const title = "[x](javascript:alert(1)) [y](https://a@b.example) <b>&lt;";
    const graph = { ...chain({ ...node("q", "short_text"), data: { title, config: {} } }), ...kind };
    const { file, result } = await roundTrip("xlsform", graph as Graph);
    const { survey = [] } = await sheetsOf(file);
    expect(survey[0]?.label).toBe("[x]&#40;javascript:alert(1)) [y]&#40;https://a@b.example) &lt;b>&amp;lt;");
    expect([result.graph.nodes[0]?.data.title, result.graph.markup]).toEqual([title, undefined]);
  });

  it("says emphasis, links and lists as Markdown", async () => {
    const data = {
      title: String.raw`**Bold** *it* [a\]b](https://x.example/(c)) 2 \* 3 _c_`,
      description: "One\n\n- **a**\n- b",
      config: {},
    };
    const graph = { ...chain({ ...node("q", "short_text"), data }), markup: "inline" };
    const { survey = [] } = await sheetsOf((await taken("xlsform", graph as unknown as Graph)).file);
    expect(survey[0]).toMatchObject({
      label: String.raw`**Bold** *it* [a&#93;b](https://x.example/%28c%29) 2 \* 3 \_c\_`,
      hint: "One\n\n- **a**\n- b",
    });
  });

  it("groups a page as a field list, and rows as a repeat", async () => {
    const fields = [{ key: "name", title: "Name", question_type: "short_text" }];
    const graph = {
      ...chain(node("a", "email"), node("b", "email"), node("r", "records", { fields })),
      pages: [{ id: "p", title: "Page", node_ids: ["a", "b"] }],
    };
    const { survey = [] } = await sheetsOf((await taken("xlsform", graph as Graph)).file);
    expect(survey.slice(0, 7).map(({ type }) => type)).toEqual([
      ...["begin_group", "text", "text", "end_group"],
      ...["begin_repeat", "text", "end_repeat"],
    ]);
    expect(survey[0]).toMatchObject({ label: "Page", appearance: "field-list" });
  });
});

describe("FHIR", () => {
  it.each<[string, object, object]>([
    ["short_text", { max_length: 9 }, { type: "string", maxLength: 9 }],
    ["long_text", {}, { type: "text" }],
    ["number", { decimals: 0 }, { type: "integer" }],
    ["number", {}, { type: "decimal" }],
    ["opinion_scale", {}, { type: "integer" }],
    ["date", {}, { type: "date" }],
    ["date", { precision: "minute" }, { type: "dateTime" }],
    ["date", { precision: "time" }, { type: "time" }],
    ["yes_no", {}, { type: "boolean" }],
    ["multiple_choice", { options }, { type: "choice" }],
    ["checkbox", { options, allow_other: true }, { type: "open-choice", repeats: true }],
    ["file_upload", {}, { type: "attachment" }],
  ])("says a %s with %j", async (type, config, expected) => {
    expect(await item(type, config)).toMatchObject({ ...expected, losses: [] });
  });

  it("has points of options as weights", async () => {
    const { answerOption } = await item("dropdown", { options, scoring: { mode: "options", points: { b: 2 } } });
    expect(answerOption[1]).toEqual({
      extension: [{ url: "http://hl7.org/fhir/StructureDefinition/itemWeight", valueDecimal: 2 }],
      valueCoding: { code: "b", display: "B" },
    });
  });

  it("has translations beside its texts", async () => {
    const graph = { ...chain(node("q", "email")), translations: { de: { "q.title": "Frage" } } };
    const { file } = await taken("fhir", graph as Graph);
    expect((file as Any).item[0]._text.extension[0].extension).toEqual([
      { url: "lang", valueCode: "de" },
      { url: "content", valueString: "Frage" },
    ]);
  });

  it("says a simple condition as enableWhen, and others as an expression", async () => {
    const is = (right: string) => ({ left: { type: "answer" as const, node_id: "a" }, op: "eq", right });
    const graph = chain(node("a", "dropdown", { options }), node("b", "email"), node("c", "email"));
    (graph.nodes[1] as GraphNode).data.show_if = { any: [is("a"), is("b")] };
    (graph.nodes[2] as GraphNode).data.show_if = { not: is("a") };
    const { file } = await taken("fhir", graph as Graph);
    expect((file as Any).item[1]).toMatchObject({
      enableBehavior: "any",
      enableWhen: [
        { question: "a", operator: "=", answerCoding: { code: "a" } },
        { question: "a", operator: "=", answerCoding: { code: "b" } },
      ],
    });
    expect((file as Any).item[2].extension[0].valueExpression).toEqual({
      language: "text/fhirpath",
      expression: "iif(%resource.item.where(linkId='a').answer.value.code = 'a', false, true)",
    });
  });
});

describe("Pathform", () => {
  it("has all of the form", async () => {
    const more = { form: { language: "en" }, theme: { name: "Path" }, mails: [] };
    const { file, losses } = await exported("pathform", { title: "Form", language: "en", graph: sample.graph, more });
    expect(file).toEqual({ format: "pathform", title: "Form", language: "en", graph: sample.graph, ...more });
    expect(losses).toEqual([]);
  });
});
