import { exported } from "../../../services/forms/exporting/export.ts";
import { readForm } from "../../../services/forms/importing/read.ts";
import { openTables } from "../../../services/sessions/importing/openTables.ts";
import { openResponses } from "../../../services/sessions/importing/responses.ts";
import { nodeChanges } from "../../../shared/domain/graph/diff/nodes.ts";
import { publicGraph } from "../../../shared/domain/graph/publicGraph.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { noMapping, now } from "../responses/table.ts";
import { errorsOf, nodeOf, type Result } from "./converted.ts";

/** Names and codes of other tools that aren't valid IDs (decisions §4.1). */

const read = async (document: unknown): Promise<Result> =>
  JSON.parse(await readForm(Buffer.from(typeof document === "string" ? document : JSON.stringify(document))));

const choice = (list: string) => (name: string, at: number) => ({ list_name: list, name, label: `Choice ${at}` });

const kobo = (names: string[], question = "one") => ({
  name: "Codes",
  content: {
    survey: [
      { type: "select_one", select_from_list_name: "x", name: question, label: "One" },
      { type: "select_multiple", select_from_list_name: "x", name: "many", label: "Many" },
    ],
    choices: names.map(choice("x")),
  },
});

async function responsesOf(graph: Graph, lines: string[]): Promise<Record<string, unknown>[]> {
  const tables = await openTables(Buffer.from(lines.join("\n")), { encoding: null });
  const form = { graph, language: "en", translations: new Map<string, Record<string, string>>() };
  const rows = [];
  for await (const row of (await openResponses(tables, form, noMapping, now)).read()) rows.push(row);
  return rows.map(({ answers, refused }) => ({
    ...Object.fromEntries([...answers].map(([id, { value }]) => [id, value])),
    refused,
  }));
}

interface Option {
  value: string;
  source_value?: string;
}
const optionsIn = (result: Result, id: string) => nodeOf(result, id).data.config?.options as Option[];

describe("codes of options", () => {
  const names = ["_65", "no_", "1.5", "yes__and_some_", "é", "9"];

  it("stay as they are where they are valid, and else stand beside a free value that an issue names", async () => {
    const result = await read(kobo(names));
    expect(optionsIn(result, "one").map(({ value, source_value }) => source_value ?? value)).toEqual(names);
    expect(optionsIn(result, "one").map(({ value }) => value)).toEqual([
      "_65",
      "no_",
      "1_5",
      "yes__and_some_",
      "option",
      "9",
    ]);
    const issues = result.issues.filter(({ code }) => code === "source_code");
    expect(issues.map(({ node_id, message }) => [node_id, message])).toEqual(
      ["one", "many"].map((id) => [id, expect.stringMatching(/“1\.5” → `1_5`, “é” → `option`/)]),
    );
    expect(result.counts.changed).toBe(0);
    expect(errorsOf(result)).toEqual([]);
  });

  it("find each response, whatever the values are called", async () => {
    const { graph } = await read(kobo(names));
    const rows = names.map((name, at) => `"${name}";"${name} 9";"${at}";"u-${at}";"2026-03-01T09:41:19"`);
    const answers = await responsesOf(graph, ['"one";"many";"_id";"_uuid";"_submission_time"', ...rows]);
    const values = ["_65", "no_", "1_5", "yes__and_some_", "option", "9"];
    expect(answers).toEqual(
      values.map((value) => ({ one: value, many: value === "9" ? expect.anything() : [value, "9"], refused: [] })),
    );
  });

  it("are told apart from others that look like their values", async () => {
    const { graph } = await read(kobo(["_65", "65", "1_5", "1.5"]));
    const rows = ["_65", "65", "1_5", "1.5"].map((name, at) => `"${name}";"${at}";"u-${at}";"2026-03-01T09:41:19"`);
    const answers = await responsesOf(graph, ['"one";"_id";"_uuid";"_submission_time"', ...rows]);
    const options = (graph.nodes[0]?.data.config?.options ?? []) as Option[];
    expect(answers.map(({ one }) => one)).toEqual(options.map(({ value }) => value));
    expect(options.map(({ value }) => value).slice(0, 3)).toEqual(["_65", "65", "1_5"]);
  });

  it("are the owner's alone, and a change of them is safe", async () => {
    const { graph } = await read(kobo(names, "q.1"));
    expect(JSON.stringify(publicGraph(graph))).not.toMatch(/source_/);
    const other = structuredClone(graph);
    const [node] = other.nodes as [Graph["nodes"][number]];
    node.data.source_name = "other";
    for (const option of (node.data.config?.options ?? []) as Option[])
      if (option.value === "1_5") option.source_value = "x";
    expect(nodeChanges(graph.nodes, other.nodes).map(({ field, impact }) => [field, impact])).toEqual([
      ["data.source_name", "safe"],
      ["data.config.options.1_5.source_value", "safe"],
    ]);
  });

  it.each(["xlsform", "surveyjs", "fhir"] as const)("come back in %s", async (format) => {
    const source = { title: "Codes", language: "en", graph: (await read(kobo(["_65", "1.5", "é"], "q.1"))).graph };
    const { file } = await exported(format, source);
    const back = JSON.parse(
      await readForm(file instanceof Uint8Array ? Buffer.from(file) : Buffer.from(JSON.stringify(file))),
    ) as Result;
    const codes = (back.graph.nodes.find(({ data }) => data.title === "One")?.data.config?.options ?? []) as Option[];
    expect(codes.map(({ value, source_value }) => source_value ?? value)).toEqual(["_65", "1.5", "é"]);
  });
});

describe("names of questions", () => {
  it("find the columns of each, also two with the same one", async () => {
    const survey = [
      { type: "begin_group", name: "a" },
      { type: "text", name: "q.1", label: "First" },
      { type: "end_group" },
      { type: "begin_group", name: "b" },
      { type: "text", name: "q.1", label: "Second" },
      { type: "end_group" },
    ];
    const result = await read({ name: "Names", content: { survey, choices: [] } });
    expect(result.graph.nodes.slice(0, 2).map(({ id, data }) => [id, data.source_name])).toEqual([
      ["q_1", "a/q.1"],
      ["q_1_2", "b/q.1"],
    ]);
    expect(result.issues.map(({ message }) => message)).toContainEqual(expect.stringContaining("“a/q.1” → `q_1`"));
    for (const sign of ["/", "-", " - "]) {
      // also where only the second one's column is there
      const second = [`"b${sign}q.1";"_id";"_uuid";"_submission_time"`, '"y";"0";"u";"2026-03-01T09:41:19"'];
      expect(await responsesOf(result.graph, second)).toEqual([{ q_1_2: "y", refused: [] }]);
      const lines = [
        `"a${sign}q.1";"b${sign}q.1";"_id";"_uuid";"_submission_time"`,
        '"x";"y";"0";"u";"2026-03-01T09:41:19"',
      ];
      expect(await responsesOf(result.graph, lines)).toEqual([{ q_1: "x", q_1_2: "y", refused: [] }]);
    }
  });
});

describe("names and codes", () => {
  const texts = (...names: string[]) => ({
    content: { survey: names.map((name, at) => ({ type: "text", name, label: `Question ${at}` })), choices: [] },
  });

  it("that are valid keep their ids, whatever came before, and all come back in an XLSForm", async () => {
    const names = ["q.1", "q_1", "é"];
    const { graph, issues } = await read(texts(...names));
    expect(graph.nodes.slice(0, 3).map(({ id, data }) => data.source_name ?? id)).toEqual(names);
    expect(graph.nodes[1]?.id).toBe("q_1");
    expect(issues.map(({ code }) => code)).toEqual(["source_code"]);
    const { file } = await exported("xlsform", { title: "Names", language: "en", graph });
    const back = JSON.parse(await readForm(Buffer.from(file as Uint8Array))) as Result;
    expect(back.graph.nodes.slice(0, 3).map(({ id, data }) => data.source_name ?? id)).toEqual(names);
  });

  it("that are too long are named", async () => {
    const long = "a".repeat(250);
    const result = await read(kobo([long, "b"]));
    expect(result.issues.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("more than 200 characters"),
    );
    expect(optionsIn(result, "one")[0]).not.toHaveProperty("source_value");
  });

  it("of SurveyJS are the keys of its responses", async () => {
    const { graph } = await read({ elements: [{ type: "text", name: "a", title: "A", valueName: "shared" }] });
    expect(await responsesOf(graph, ['[{"shared":"x"}]'])).toEqual([{ a: "x", refused: [] }]);
  });
});

describe("a dictionary of REDCap", () => {
  const fields = (rows: string) =>
    `"Variable / Field Name","Form Name","Section Header","Field Type","Field Label","Choices, Calculations, OR Slider Labels","Text Validation Type OR Show Slider Number"\n${rows}`;

  it("declares what tells a row of its responses, and keeps codes", async () => {
    const result = await read(fields('record_id,f,,text,ID,,\nrace,f,,checkbox,Race,"1, One | -9, Unknown",'));
    expect(result.graph.hidden_fields).toEqual(["record", "event", "instrument", "instance"]);
    const lines = ["record_id,race___1,race____9,f_complete", "1,0,1,2"];
    expect(await responsesOf(result.graph, lines)).toEqual([{ race: ["-9"], refused: [] }]);
  });

  it("takes phones of the country that its validation names", async () => {
    const result = await read(fields("record_id,f,,text,ID,,\na,f,,text,A,,phone\nb,f,,text,B,,phone_australia"));
    expect(["a", "b"].map((id) => nodeOf(result, id).data.config)).toEqual([
      { default_country: "US" },
      { default_country: "AU" },
    ]);
  });
});
