import { parseString } from "fast-csv";
import type { Json } from "../../shared/domain/json.ts";
import { expecting, next, type Owner, owner, publishForm, saveDraft, start, walk } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";

/** Questions whose answers are rows of fields (features §18.2). */
const household: Record<string, Json> = {
  fields: [
    { key: "name", title: "First name", question_type: "short_text", is_required: true },
    { key: "age", title: "Age", question_type: "number", config: { min: 0 } },
    { key: "school", title: "At school?", question_type: "yes_no" },
    { key: "born", title: "Born", question_type: "date" },
  ],
  min_rows: 1,
  max_rows: 6,
};
const isMany = { op: "count_gte", right: 3 } as const;
const graph = {
  ...graphOf(
    [node("who", "records", household, true), node("color", "short_text"), end("many"), end("few")],
    [{ ...edge("who", "many"), condition: isMany }, edge("who", "color"), edge("color", "few")],
  ),
  calculations: [
    { key: "years", value: { sum_of: { node: "who", field: "age" } } },
    { key: "mean", value: { mean_of: { node: "who", field: "age" }, at_least: 2 } },
  ],
};
const two: Json[] = [
  { name: "Mira", age: 41, school: "no" },
  { name: "=Elias", school: "yes", born: "2017-02-01" },
];
const three: Json[] = [...two, { name: "Noor", age: 9 }];

let me: Owner;
let slug: string;
beforeAll(async () => {
  me = await owner();
  slug = await publishForm(me, graph);
});

const responses = (query = "", of = slug) => `/api/v2/form/${of}/responses/${query}`;

async function table(query: string, of = slug): Promise<string[][]> {
  const { body } = await expecting(200, me.get(responses(`export/${query}`, of)));
  const rows: string[][] = [];
  await new Promise<void>((done, fail) => {
    parseString(String(body))
      .on("error", fail)
      .on("data", (row: string[]) => rows.push(row))
      .on("end", () => done());
  });
  return rows;
}

test("refuses wrong rows by their row and field, and stores the others without empty fields", async () => {
  const sessionId = await start(slug);
  const wrong = await expecting(
    400,
    next(sessionId, "who", [{ name: "Ada" }, { name: "Bo" }, { name: "Cy", age: -1 }]),
  );
  expect(wrong.body.errors).toEqual(["value.2.age: must be at least 0"]);
  const others: [Json, string][] = [
    [[], "value: is required"],
    [[{ name: "" }], "value.0.name: is required"],
    [[{ name: "Ada", height: 2 }], "value.0.height: unknown field"],
    [Array.from({ length: 7 }, () => ({ name: "Ada" })), "value: must have at most 6 rows"],
  ];
  for (const [value, error] of others)
    expect((await expecting(400, next(sessionId, "who", value))).body.errors).toEqual([error]);
  const given = [{ name: "Ada", age: null, school: "", born: null }];
  const moved = await expecting(200, next(sessionId, "who", given));
  expect(moved.body.next_node_id).toBe("color");
  const { body } = await expecting(200, me.get(responses(`${sessionId}/`)));
  expect(body.answers[0]).toMatchObject({ node_id: "who", question_type: "records", answer: [{ name: "Ada" }] });
  const several = await me.post(`/api/v2/r/session/${sessionId}/answers/`, {
    answers: [{ node_id: "who", value: [{ name: 1 }] }],
  });
  expect(several.body.errors).toEqual(["answers.0.value.0.name: must be text"]);
});

describe("results", () => {
  let session: string;
  beforeAll(async () => {
    session = await walk(slug, { who: two, color: "red" });
    await walk(slug, { who: three });
  });

  test("conditions count rows, and calculations read their numbers", async () => {
    const { body } = await expecting(200, me.get(responses(`${session}/`)));
    expect(body.traversal_path).toEqual(["who", "color", "few"]);
    expect(body.calculations).toEqual({ years: { value: 41, band: null }, mean: { value: null, band: null } });
    const { body: list } = await expecting(200, me.get(responses("?status=completed&include=answers&limit=1")));
    expect(list.results[0].answers.who).toEqual({
      value: three,
      text: "First name: Mira, Age: 41, At school?: No; First name: =Elias, At school?: Yes, Born: 2017-02-01; First name: Noor, Age: 9",
    });
  });

  test("search looks inside, and filters by answers are refused", async () => {
    await eventually(async () => {
      const { body } = await expecting(200, me.get(responses("?search=noor")));
      expect(body.results).toHaveLength(1);
    });
    for (const path of [responses("?answer.who=Mira"), responses("export/?answer.who=Mira")])
      expect((await expecting(400, me.get(path))).body.errors).toEqual(["answer.who: can't be a records question"]);
    await expecting(400, me.get(`/api/v2/form/${slug}/insights/?answer.who=Mira`));
    await expecting(200, me.get(responses("?answer.color=red")));
  });

  test("a cell of an export is JSON with titles and labels, or as stored", async () => {
    const cellsOf = async (query: string) => {
      const [header = [], ...rows] = await table(`?status=completed${query}`);
      const at = header.findIndex((name) => name.endsWith("[who]"));
      return rows.map((row) => JSON.parse(row[at] ?? ""));
    };
    expect((await cellsOf(""))[1]).toEqual([
      { "First name": "Mira", Age: 41, "At school?": "No" },
      { "First name": "=Elias", "At school?": "Yes", Born: "2017-02-01" },
    ]);
    expect(await cellsOf("&values=raw")).toEqual([three, two]);
  });

  test("records=rows exports a row each, with a column for each field", async () => {
    const rows = await table("?status=completed&records=rows&node_id=who");
    expect(rows[0]).toEqual([
      "session_id",
      "row",
      "First name [who.name]",
      "Age [who.age]",
      "At school? [who.school]",
      "Born [who.born]",
    ]);
    expect(rows.slice(4)).toEqual([
      [session, "1", "Mira", "41", "No", ""],
      [session, "2", "'=Elias", "", "Yes", "2017-02-01"],
    ]);
    expect(rows).toHaveLength(6);
    const raw = await table("?status=completed&records=rows&node_id=who&values=raw");
    expect(raw[4]).toEqual([session, "1", "Mira", "41", "no", ""]);
    const { body } = await expecting(200, me.get(responses("export/?records=rows&node_id=who&format=xlsx")));
    expect(body).toBeTruthy();
  });

  test.each([
    ["records=rows", "node_id: is required with records"],
    ["node_id=who", "node_id: requires records=rows"],
    ["records=rows&node_id=color", "node_id: must be a records question"],
    ["records=rows&node_id=nobody", "node_id: must be a records question"],
    ["records=all&node_id=who", "records: must be rows"],
    ["records=rows&node_id=who&format=json", "records: requires format=csv or format=xlsx"],
    ["records=rows&node_id=who&format=zip", "records: requires format=csv or format=xlsx"],
    ["records=rows&node_id=who&scores=true", "scores: not allowed with records"],
  ])("export/?%s is refused", async (query, error) => {
    const { body } = await expecting(400, me.get(responses(`export/?${query}`)));
    expect(body.errors).toEqual([error]);
  });

  test("insights count rows", async () => {
    const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/insights/?status=completed`));
    expect(body.questions[0]).toMatchObject({
      node_id: "who",
      question_type: "records",
      answers: 2,
      rows: 5,
      statistics: { min: 2, max: 3, mean: 2.5, median: 2.5 },
    });
    expect(body.questions[0].fields).toMatchObject([
      { key: "name", title: "First name", question_type: "short_text", answers: 5 },
      { key: "age", answers: 3, statistics: { min: 9, max: 41, mean: 91 / 3, median: 41 } },
      {
        key: "school",
        answers: 4,
        distribution: [
          { value: "yes", label: "Yes", count: 2 },
          { value: "no", label: "No", count: 2 },
        ],
      },
      { key: "born", answers: 2 },
    ]);
    const { body: searched } = await expecting(
      200,
      me.get(`/api/v2/form/${slug}/insights/?status=completed&search=mira`),
    );
    expect(searched.questions[0].fields).toEqual(body.questions[0].fields);
    expect(body.questions[0].histogram.filter(({ count }: { count: number }) => count > 0)).toEqual([
      { from: 2, to: 2, count: 1 },
      { from: 3, to: 3, count: 1 },
    ]);
  });

  test("corrections take rows, and results follow", async () => {
    const corrected = await walk(slug, { who: two, color: "blue" });
    const correct = (answers: object) => me.patch(responses(`${corrected}/answers/`), { answers });
    const { body: refused } = await expecting(400, correct({ who: [{ name: "Ada" }, { age: 3 }] }));
    expect(refused.errors).toEqual(["answers.who.1.name: is required"]);
    const { body } = await expecting(200, correct({ who: three, color: null }));
    expect(body).toMatchObject({ traversal_path: ["who", "many"], calculations: { years: { value: 50 } } });
  });
});

test("insights count the options of rows, by rollups and in a search", async () => {
  const options = ["parent", "child"].map((value) => ({ value, label: value.toUpperCase() }));
  const fields = [
    { key: "name", title: "Name", question_type: "short_text" },
    { key: "relation", title: "Relation", question_type: "dropdown", config: { options } },
    {
      key: "pets",
      title: "Pets",
      question_type: "checkbox",
      config: {
        options: [
          { value: "cat", label: "Cat" },
          { value: "dog", label: "Dog" },
        ],
      },
    },
  ];
  const asked = { ...graph, nodes: structuredClone(graph.nodes), calculations: [] };
  Object.assign(asked.nodes[0]?.data ?? {}, { config: { fields } });
  const of = await publishForm(me, asked);
  await walk(of, {
    who: [{ name: "Mira Lark", relation: "parent", pets: ["cat", "dog"] }, { relation: "child" }],
    color: "red",
  });
  await walk(of, { who: [{ name: "Noor Lark", relation: "child", pets: ["cat"] }], color: "red" });
  const figures = async (query: string) =>
    (await expecting(200, me.get(`/api/v2/form/${of}/insights/${query}`))).body.questions[0].fields;
  const expected = [
    { key: "name", answers: 2 },
    {
      key: "relation",
      answers: 3,
      distribution: [
        { value: "parent", label: "PARENT", count: 1 },
        { value: "child", label: "CHILD", count: 2 },
      ],
    },
    {
      key: "pets",
      answers: 2,
      distribution: [
        { value: "cat", label: "Cat", count: 2 },
        { value: "dog", label: "Dog", count: 1 },
      ],
    },
  ];
  expect(await figures("")).toMatchObject(expected);
  await eventually(async () => expect(await figures("?search=lark")).toMatchObject(expected));
});

test("versions keep their own fields in one table", async () => {
  const of = await publishForm(me, graph);
  const first = await walk(of, { who: two, color: "red" });
  const changed = structuredClone(graph);
  Object.assign(changed.nodes[0]?.data ?? {}, {
    config: {
      fields: [
        { key: "name", title: "Name", question_type: "short_text" },
        { key: "email", title: "Email", question_type: "email" },
        { key: "age", title: "Age", question_type: "number" },
      ],
    },
  });
  await saveDraft(me, of, changed);
  const { body: diff } = await expecting(200, me.get(`/api/v2/form/${of}/versions/1/diff/?to=draft`));
  expect(
    diff.changes
      .filter(({ impact }: { impact: string }) => impact === "breaking")
      .map(({ field }: { field: string }) => field),
  ).toEqual(["data.config.fields.school", "data.config.fields.born"]);
  await expecting(201, me.post(`/api/v2/form/${of}/publish/`));
  const second = await walk(of, { who: [{ name: "Ada", email: "ada@example.org" }], color: "red" });
  const rows = await table("?records=rows&node_id=who", of);
  expect(rows).toEqual([
    [
      "session_id",
      "row",
      "Name [who.name]",
      "Email [who.email]",
      "Age [who.age]",
      "At school? [who.school]",
      "Born [who.born]",
    ],
    [second, "1", "Ada", "ada@example.org", "", "", ""],
    [first, "1", "Mira", "", "41", "No", ""],
    [first, "2", "'=Elias", "", "", "Yes", "2017-02-01"],
  ]);
});

test("links can prefill rows", async () => {
  const make = (who: unknown) =>
    me.post(`/api/v2/form/${slug}/links/`, { links: [{ reference: String(Math.random()), prefill: { who } }] });
  const { body } = await expecting(400, make([{ name: "Ada", age: "x" }]));
  expect(body.errors).toEqual([expect.stringContaining("prefill.who.0.age: must be a number")]);
  await expecting(201, make(two));
});
