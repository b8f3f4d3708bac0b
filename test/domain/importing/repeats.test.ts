import { readForm } from "../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";

/** Repeating groups become questions with rows (features §14, §18.2), and issues name what rows don't have. */
const read = async (text: string): Promise<ImportResult> => JSON.parse(await readForm(Buffer.from(text)));
const sheet = (...rows: string[]) =>
  read(
    [
      "survey,,,,,,",
      ",type,name,label,relevant,required,repeat_count,hint,calculation",
      ...rows.map((row) => `,${row}`),
      "choices,,",
      ",list_name,name,label",
      ",c,x,X",
      ",c,y,Y",
    ].join("\n"),
  );
const survey = (...elements: object[]) => read(JSON.stringify({ elements }));
const questionnaire = (...item: object[]) => read(JSON.stringify({ resourceType: "Questionnaire", item }));

function nodeOf({ graph }: ImportResult, id: string): GraphNode {
  expect(analyze(graph as Graph).filter(({ severity }) => severity === "error")).toEqual([]);
  const node = graph.nodes.find((one) => one.id === id);
  if (!node) throw new Error(`no node ${id}`);
  return node as GraphNode;
}

const issuesOf = ({ issues }: ImportResult): string[] =>
  issues.map(({ severity, code, source }) => `${severity} ${code} ${source.replace(/ “.*/s, "")}`);

describe("a repeat of an XLSForm", () => {
  it("becomes rows, under the conditions of its groups", async () => {
    const form = await sheet(
      "integer,n,N",
      "begin_group,g,,${n} > 1",
      "begin_repeat,kids,Children,${n} < 9",
      "text,name,Name,,yes",
      "select_one c,o,Option",
      "end_repeat",
      "end_group",
      "text,more,More,count(${kids}) > 2",
    );
    expect(nodeOf(form, "kids")).toMatchObject({
      question_type: "records",
      data: {
        title: "Children",
        is_required: false,
        show_if: {
          all: [
            { op: "gt", right: 1 },
            { op: "lt", right: 9 },
          ],
        },
        config: {
          max_rows: 50,
          fields: [
            { key: "name", title: "Name", question_type: "short_text", is_required: true },
            { key: "o", question_type: "multiple_choice", config: { options: [{ value: "x" }, { value: "y" }] } },
          ],
        },
      },
    });
    expect(nodeOf(form, "more").data.show_if).toMatchObject({ left: { node_id: "kids" }, op: "count_gte", right: 3 });
    expect(issuesOf(form)).toEqual(["changed row_limit survey row 5"]);
    expect(form.counts).toEqual({ found: 4, converted: 4, changed: 0, lost: 0 });
  });

  it("has as many rows as a number in repeat_count, and notes an expression", async () => {
    const rows = (count: string) => sheet("integer,n,N", `begin_repeat,r,R,,,${count}`, "text,t,T", "end_repeat");
    expect(nodeOf(await rows("3"), "r").data).toMatchObject({
      is_required: true,
      config: { min_rows: 3, max_rows: 3 },
    });
    expect(issuesOf(await rows("3"))).toEqual([]);
    const computed = await rows("${n}");
    expect(nodeOf(computed, "r").data.config).not.toHaveProperty("min_rows");
    expect(issuesOf(computed)).toEqual(["lost repeat_count survey row 4", "changed row_limit survey row 4"]);
  });

  it("names each part that rows don't have", async () => {
    const form = await sheet(
      "integer,n,N",
      "begin_repeat,r,R,,,2",
      "integer,age,Age,,yes,,In years",
      "integer,pay,Pay,${age} > 3,yes",
      "integer,cost,Cost,${n} > 3,yes",
      "calculate,twice,,,,,,${age} * 2",
      "note,hello,Hello",
      "image,photo,Photo",
      "range,how,How?",
      "begin_repeat,pets,Pets",
      "text,pet,Pet",
      "end_repeat",
      "end_repeat",
    );
    expect(nodeOf(form, "r").data.config).toMatchObject({
      fields: [
        { key: "age", is_required: true },
        { key: "pay", question_type: "number" },
        { key: "cost", question_type: "number" },
        { key: "how", question_type: "number", config: { min: 0, max: 10 } },
      ],
    });
    // they can be hidden there, so they can be empty here
    const [, pay, cost] = (nodeOf(form, "r").data.config?.fields ?? []) as { is_required?: boolean }[];
    expect([pay?.is_required, cost?.is_required]).toEqual([undefined, undefined]);
    expect(issuesOf(form)).toEqual([
      "lost description survey row 5",
      "changed condition survey row 6",
      "changed condition survey row 7",
      "lost repeat_calculation survey row 8",
      "lost repeat_text survey row 9",
      "lost repeat_type survey row 10",
      "changed type survey row 11",
      "lost repeat survey row 13",
    ]);
    expect(form.issues.every(({ node_id }) => node_id === null || node_id === "r")).toBe(true);
  });

  it.each([
    "indexed-repeat(${age}, ${r}, 1) > 3",
    "${age} > 3",
    "max(${age}) > 3",
    "sum(${pay}) > 3",
    "/data/r[1]/age > 3",
  ])("names the loss of %s", async (relevant) => {
    const form = await sheet(
      "begin_repeat,r,R,,,2",
      "integer,age,Age,,yes",
      "integer,pay,Pay",
      "end_repeat",
      `text,t,T,"${relevant}"`,
      "text,u,${age}",
    );
    expect(nodeOf(form, "t").data.show_if).toBeUndefined();
    expect(issuesOf(form)).toEqual(["changed condition survey row 7", "changed recall survey row 8"]);
  });

  it("is lost as a whole without a field", async () => {
    const form = await sheet("text,t,T", "begin_repeat,r,R", "image,photo,Photo", "end_repeat");
    expect(form.graph.nodes.map(({ id }) => id)).toEqual(["t", "end"]);
    expect(issuesOf(form)).toEqual(["lost repeat_type survey row 5", "changed row_limit survey row 4"]);
    expect(form.counts).toEqual({ found: 2, converted: 1, changed: 0, lost: 1 });
  });

  it("has up to 20 fields, and keeps keys apart", async () => {
    const many = Array.from({ length: 22 }, (_, at) => `text,f ${at % 21},F${at}`);
    const form = await sheet("begin_repeat,r,R,,,2", ...many, "end_repeat");
    const fields = nodeOf(form, "r").data.config?.fields as { key: string }[];
    expect(new Set(fields.map(({ key }) => key)).size).toBe(20);
    const lost = ["lost repeat_fields survey row 24", "lost repeat_fields survey row 25"];
    expect(issuesOf(form)).toEqual([...lost, "changed source_code names"]);
  });

  it("translates titles and options of fields", async () => {
    const form = await read(
      [
        "survey,,,,",
        ",type,name,label::English (en),label::German (de)",
        ",begin_repeat,r,Children,Kinder",
        ",text,a,Name,Name des Kinds",
        ",select_one c,b,Sex,Geschlecht",
        ",end_repeat,,,",
        "choices,,,",
        ",list_name,name,label::English (en),label::German (de)",
        ",c,f,Girl,Mädchen",
        ",c,m,Boy,Junge",
        "settings,",
        ",default_language",
        ",English (en)",
      ].join("\n"),
    );
    expect(form.graph.translations).toEqual({
      de: {
        "r.title": "Kinder",
        "r.fields.a": "Name des Kinds",
        "r.fields.b": "Geschlecht",
        "r.fields.b.options.f": "Mädchen",
        "r.fields.b.options.m": "Junge",
      },
    });
    expect(issuesOf(form)).toEqual(["changed row_limit survey row 3"]);
  });
});

describe("a dynamic panel or matrix of SurveyJS", () => {
  const parts = [
    { type: "text", inputType: "number", name: "age", isRequired: true },
    { type: "rating", name: "how" },
  ];

  it("becomes rows with its limits and its button", async () => {
    const form = await survey({
      type: "paneldynamic",
      name: "kids",
      title: "Children",
      isRequired: true,
      minPanelCount: 1,
      panelCount: 1,
      maxPanelCount: 5,
      panelAddText: "Add a child",
      templateElements: parts,
    });
    expect(nodeOf(form, "kids").data).toMatchObject({
      title: "Children",
      is_required: true,
      config: {
        min_rows: 1,
        max_rows: 5,
        add_label: "Add a child",
        fields: [
          { key: "age", question_type: "number", is_required: true },
          { key: "how", question_type: "number", config: { min: 1, max: 5, decimals: 0 } },
        ],
      },
    });
    expect(issuesOf(form)).toEqual(["changed type elements[0].template.elements[1]"]);
  });

  it("reads sums, means and numbers of rows, and totals of columns", async () => {
    const columns = [
      { name: "age", cellType: "text", inputType: "number", isRequired: true, totalType: "sum" },
      { name: "pay", cellType: "text", inputType: "number" },
    ];
    const read = (name: string, visibleIf: string) => ({ type: "text", name, visibleIf });
    const form = await survey(
      { type: "matrixdynamic", name: "m", rowCount: 0, maxRowCount: 9, columns },
      read("a", "{m.length} > 2"),
      read("b", "sumInArray({m}, 'pay') > 5 and avgInArray({m}, 'pay') > 1"),
      read("c", "{m-total.age} > 9"),
      read("d", "countInArray({m}, 'age') = 2"),
      read("e", "countInArray({m}, 'pay') = 2"),
      read("f", "{m[0].pay} = 2"),
    );
    expect(form.graph.calculations?.map(({ value }) => value)).toEqual([
      { sum_of: { node: "m", field: "pay" } },
      { coalesce: [{ mean_of: { node: "m", field: "pay" } }, 0] },
      { sum_of: { node: "m", field: "age" } },
    ]);
    expect(nodeOf(form, "a").data.show_if).toEqual({
      left: { type: "answer", node_id: "m" },
      op: "count_gte",
      right: 3,
    });
    expect(issuesOf(form)).toEqual([
      // the row of totals isn't shown
      "lost setting elements[0]",
      "changed condition elements[5]",
      "changed condition elements[6]",
    ]);
  });

  it("keeps names of rows apart from those of questions", async () => {
    const form = await survey(
      { type: "text", name: "age" },
      {
        type: "paneldynamic",
        name: "kids",
        maxPanelCount: 9,
        templateElements: [...parts, { type: "text", name: "kids" }],
      },
      { type: "text", name: "more", visibleIf: "{age} = 'old'" },
    );
    expect(nodeOf(form, "more").data.show_if).toMatchObject({ left: { node_id: "age" } });
    expect(nodeOf(form, "kids").data.config).toMatchObject({
      fields: [{ key: "age" }, { key: "how" }, { key: "kids" }],
    });
  });
});

describe("a repeating group of FHIR", () => {
  const occurs = (name: string, value: number) => ({
    url: `http://hl7.org/fhir/StructureDefinition/questionnaire-${name}`,
    valueInteger: value,
  });

  it("becomes rows with its limits", async () => {
    const form = await questionnaire({
      linkId: "g",
      type: "group",
      text: "Medicines",
      repeats: true,
      required: true,
      extension: [occurs("minOccurs", 2), occurs("maxOccurs", 6)],
      item: [
        { linkId: "name", type: "string", text: "Name", required: true },
        { linkId: "inner", type: "group", text: "Dose", item: [{ linkId: "dose", type: "decimal", text: "Dose" }] },
      ],
    });
    expect(nodeOf(form, "g").data).toMatchObject({
      title: "Medicines",
      is_required: true,
      config: { min_rows: 2, max_rows: 6, fields: [{ key: "name", is_required: true }, { key: "dose" }] },
    });
    expect(issuesOf(form)).toEqual(["lost repeat_text linkId g"]);
  });
});

it("removes a question with rows and all its items together", async () => {
  const ids = Array.from({ length: 999 }, (_, at) => ({ type: "text", name: `t${at}` }));
  const rows = {
    type: "paneldynamic",
    name: "r",
    templateElements: [
      { type: "text", name: "a" },
      { type: "text", name: "b" },
    ],
  };
  const form = await survey(...ids, rows);
  expect(form.graph.nodes.some(({ id }) => id === "r")).toBe(false);
  expect(form.counts).toMatchObject({ found: 1001, lost: 2 });
});
