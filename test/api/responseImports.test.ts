import { beforeAll, describe, expect, test } from "@jest/globals";
import { anonymous, createForm, expecting, type Owner, owner, publishForm, saveDraft, walk } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { checkFile, importFile, importOver, sendFile } from "../support/responseImports.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";

/** Imports of responses (wants §25). */
let ada: Owner;
let bob: Owner;
beforeAll(async () => {
  [ada, bob] = await Promise.all([owner(), owner()]);
});

const choice = (values: string[]) => ({ options: values.map((value) => ({ value, label: value.toUpperCase() })) });
const required = (one: ReturnType<typeof node>) => ({ ...one, data: { ...one.data, is_required: true } });
const scored = { ...choice(["red", "blue"]), scoring: { mode: "options", points: { red: 5, blue: 1 } } };
const graph = graphOf(
  [
    required(node("name", "short_text")),
    node("color", "multiple_choice", scored),
    node("why", "short_text"),
    end("bye"),
  ],
  [edge("name", "color"), edge("color", "why", { op: "eq", right: "red" }), edge("color", "bye"), edge("why", "bye")],
  { hidden_fields: ["plan"] },
);
const csv = [
  "id,started,finished,Name,color,why,hidden.plan",
  "a1,2025-01-02 10:00:00Z,2025-01-02 10:05:00Z,Ada,RED,Warm,pro",
  "a2,2025-01-03 10:00:00Z,2025-01-03 10:05:00Z,Bob,blue,Cold,",
  "a3,2025-01-04 10:00:00Z,2025-01-04 10:05:00Z,,red,Warm,",
  "a4,2025-01-05 10:00:00Z,2025-01-05 10:05:00Z,Cleo,green,,",
].join("\r\n");
const mapping = {
  columns: {
    id: "id",
    started: "started_at",
    finished: "completed_at",
    Name: "name",
    "hidden.plan": "hidden:plan",
  },
};

const responses = async (slug: string, query = "") =>
  (await expecting(200, ada.get(`/api/v2/form/${slug}/responses/${query}`))).body;
const formWith = (form = graph) => publishForm(ada, form);

test("a dry run tells the counts of an import, and stores nothing", async () => {
  const slug = await formWith();
  const found = await checkFile(ada, slug, { file: csv, mapping });
  expect(found).toEqual({
    source: "table",
    rows: 4,
    checked: 4,
    fits: 4,
    skipped: 0,
    refused_count: 4,
    refused_rows: 0,
    incomplete_count: 1,
    refused: [
      { row: 3, column: "why", reason: "is not on the path" },
      { row: 4, column: "color", reason: 'is behind "name", which is required and has no answer' },
      { row: 4, column: "why", reason: 'is behind "name", which is required and has no answer' },
      { row: 5, column: "color", reason: expect.any(String) },
    ],
    columns: expect.arrayContaining([{ header: "color", suggestion: "color", samples: ["RED", "blue", "red"] }]),
  });
  expect((await responses(slug)).count).toBe(0);
});

test("a file of another form shows its columns, and isn't imported unless the mapping names one", async () => {
  const slug = await formWith();
  const other = "Foo,Bar\n1,2\n3,4";
  expect(await checkFile(ada, slug, { file: other })).toMatchObject({
    ...{ source: "table", rows: 2, fits: 0 },
    columns: ["Foo", "Bar"].map((header) => ({ header, suggestion: null })),
  });
  const errors = async (file: string) => (await expecting(400, sendFile(ada, slug, { file }))).body.errors;
  expect(await errors(other)).toEqual(["file: no column fits this form"]);
  const kobo = '"q";"_uuid";"_submission_time";"_index"\n"1";"u";"2026-01-01T09:41:19";"1"';
  expect(await errors(kobo)).toEqual(["file: no column fits this form", "file: has responses of KoboToolbox"]);
  expect((await responses(slug)).count).toBe(0);
  const done = await importFile(ada, slug, { file: other, mapping: { columns: { Foo: "name" } } });
  expect(done).toMatchObject({ status: "done", stored: 2 });
});

test("rows become responses, as if respondents had given these answers then", async () => {
  const slug = await formWith();
  const done = await importFile(ada, slug, { file: csv, mapping });
  expect(done).toMatchObject({
    status: "done",
    source: "table",
    rows: 4,
    stored: 4,
    skipped: 0,
    refused_count: 4,
    refused_rows: 0,
    incomplete_count: 1,
  });
  const { results } = await responses(slug, "?ordering=started_at");
  expect(results.map((one: Record<string, unknown>) => [one.status, one.source, one.total_score])).toEqual([
    ["completed", "import", 5],
    ["completed", "import", 1],
    ["abandoned", "import", 0],
    ["completed", "import", 0],
  ]);
  const { body: first } = await expecting(200, ada.get(`/api/v2/form/${slug}/responses/${results[0].id}/`));
  expect(first).toMatchObject({
    started_at: "2025-01-02T10:00:00.000Z",
    completed_at: "2025-01-02T10:05:00.000Z",
    duration_seconds: 300,
    traversal_path: ["name", "color", "why", "bye"],
    hidden: { plan: "pro" },
    reference: null,
    source: "import",
  });
  expect(
    first.answers.map((one: Record<string, unknown>) => [one.node_id, one.answer, one.time_spent_seconds]),
  ).toEqual([
    ["name", "Ada", 0],
    ["color", "red", 0],
    ["why", "Warm", 0],
  ]);
});

test("the same file again stores nothing new, and an erased response can come back", async () => {
  const slug = await formWith();
  await importFile(ada, slug, { file: csv, mapping });
  expect(await importFile(ada, slug, { file: csv, mapping })).toMatchObject({ stored: 0, skipped: 4, rows: 4 });
  const { results } = await responses(slug);
  await expecting(204, ada.delete(`/api/v2/form/${slug}/responses/${results[0].id}/`));
  expect(await importFile(ada, slug, { file: csv, mapping })).toMatchObject({ stored: 1, skipped: 3 });
  expect((await responses(slug)).count).toBe(4);
});

test("equal rows without an id are all stored, once", async () => {
  const slug = await formWith();
  const file = "name\nAda\nAda\nBob\n";
  expect(await importFile(ada, slug, { file })).toMatchObject({ stored: 3 });
  expect(await importFile(ada, slug, { file })).toMatchObject({ stored: 0, skipped: 3 });
  const { results } = await responses(slug);
  // without times, the import's own
  expect(results[0]).toMatchObject({ duration_seconds: null, completed_at: results[0].started_at });
});

test("invalid=refuse and incomplete=refuse refuse whole rows", async () => {
  const slug = await formWith();
  const strict = await checkFile(ada, slug, { file: csv, mapping, query: "&invalid=refuse" });
  expect(strict).toMatchObject({ fits: 1, refused_rows: 3, refused_count: 4 });
  const whole = await checkFile(ada, slug, { file: csv, mapping, query: "&incomplete=refuse" });
  expect(whole).toMatchObject({ fits: 3, refused_rows: 1, incomplete_count: 0 });
});

test("filters and a column tell imported responses", async () => {
  const slug = await formWith();
  await importFile(ada, slug, { file: csv, mapping });
  await walk(slug, { name: "Dora", color: "blue" });
  expect((await responses(slug, "?source=import")).count).toBe(4);
  expect((await responses(slug, "?source=respondent")).count).toBe(1);
  await expecting(400, ada.get(`/api/v2/form/${slug}/responses/?source=true`));
  const exported = (query: string) => ada.get(`/api/v2/form/${slug}/responses/export/${query}`);
  const lines = async (query: string): Promise<string[]> =>
    (await expecting(200, exported(query))).body.trim().split("\r\n");
  const header = async (query: string) => (await lines(query))[0]?.split(",").at(-1);
  expect(await header("")).not.toBe("source");
  expect(await header("?source=true")).toBe("source");
  const imported = await lines("?source=import");
  expect(imported).toHaveLength(5);
  expect(imported.slice(1).every((line) => line.endsWith(",import"))).toBe(true);
  await expecting(400, exported("?source=other"));
});

test("insights count them by the file's times, and leave them out of the funnel's medians", async () => {
  const slug = await formWith();
  await importFile(ada, slug, { file: csv, mapping });
  const insights = await eventually(async () => {
    const { body } = await expecting(200, ada.get(`/api/v2/form/${slug}/insights/`));
    if (body.sessions.started !== 4) throw new Error("not yet");
    return body;
  });
  expect(insights.sessions).toMatchObject({ started: 4, completed: 3, abandoned: 1 });
  expect(insights.by_day.map(({ date }: { date: string }) => date)).toEqual([
    "2025-01-02",
    "2025-01-03",
    "2025-01-04",
    "2025-01-05",
  ]);
  expect(insights.funnel[0]).toMatchObject({ node_id: "name", answered: 3, median_seconds: null });
  const { body: asked } = await expecting(200, ada.get(`/api/v2/form/${slug}/insights/?source=respondent`));
  expect(asked.sessions.started).toBe(0);
});

test("imported responses count for no limit, and have no public path", async () => {
  const slug = await formWith();
  await importFile(ada, slug, { file: csv, mapping });
  await expecting(200, ada.patch(`/api/v2/form/${slug}/`, { response_limit: 1 }));
  await walk(slug, { name: "Dora", color: "blue" });
  const { results } = await responses(slug, "?source=import");
  for (const { id } of results) {
    await expecting(404, anonymous().get(`/api/v2/r/session/${id}/`));
    await expecting(404, anonymous().post(`/api/v2/r/session/${id}/next/`, { node_id: "name", value: "X" }));
    await expecting(404, anonymous().post(`/api/v2/r/session/${id}/complete/`, {}));
    await expecting(204, ada.delete(`/api/v2/form/${slug}/responses/${id}/`));
  }
  // the limit is still reached by the respondent's
  await expecting(409, anonymous().post(`/api/v2/r/${slug}/start/`, {}));
});

test("an archived form takes them, and no integration hears of them", async () => {
  const slug = await formWith();
  const hook = await expecting(
    201,
    ada.post("/api/integrations/webhook/", { name: "Hook", config: { url: "https://example.com/hook" } }),
  );
  await expecting(
    201,
    ada.post(`/api/v2/form/${slug}/integrations/`, { integration_id: hook.body.id, events: ["session.completed"] }),
  );
  await expecting(204, ada.delete(`/api/v2/form/${slug}/`));
  await importFile(ada, slug, { file: csv, mapping });
  const { results } = await responses(slug);
  for (const { id } of results) {
    const { body } = await expecting(200, ada.get(`/api/v2/form/${slug}/responses/${id}/deliveries/`));
    expect(body).toEqual([]);
  }
});

test("a file that breaks off tells where, and keeps the rows before", async () => {
  const slug = await formWith();
  const file = 'name,color\nAda,red\nBob,"open\n';
  const end = { row: 3, column: null, reason: expect.stringContaining("quote") };
  expect(await checkFile(ada, slug, { file })).toMatchObject({ rows: 1, fits: 1, refused_count: 1, refused: [end] });
  expect(await importFile(ada, slug, { file })).toMatchObject({ rows: 1, stored: 1, refused_count: 1, refused: [end] });
});

test("a search finds their answers", async () => {
  const slug = await formWith();
  await importFile(ada, slug, { file: "name,color,why\nAda,red,Zanzibar\n" });
  await eventually(async () => expect((await responses(slug, "?search=zanzibar")).count).toBe(1));
});

describe("refusals", () => {
  test("a file is too large, an archive, or not what it says", async () => {
    const slug = await formWith();
    await expecting(413, sendFile(ada, slug, { file: new Uint8Array(50 * 2 ** 20 + 1).fill(0x61) }));
    const zip = new Uint8Array([0x50, 0x4b, 3, 4, ...new TextEncoder().encode("nothing of a workbook")]);
    for (const file of [zip, new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), "\n\n"]) {
      const { body } = await expecting(400, sendFile(ada, slug, { file }));
      expect(body.errors).toEqual([expect.stringMatching(/^file: /)]);
    }
  });

  test("the form is found before the body is looked at", async () => {
    const slug = await formWith();
    await expecting(404, sendFile(ada, "no-such-form", { file: csv }));
    await expecting(403, sendFile(bob, slug, { file: csv }));
    await expecting(404, ada.post(`/api/v2/form/no-such-form/responses/import/`, { file: "x" }));
    await expecting(415, ada.post(`/api/v2/form/${slug}/responses/import/`, { file: "x" }));
    const { body } = await expecting(400, sendFile(ada, slug, { file: "" }));
    expect(body.errors[0]).toMatch(/^file: /);
  });

  test("a form that was never published takes none", async () => {
    const slug = await createForm(ada);
    await saveDraft(ada, slug, graph);
    const { body } = await expecting(409, sendFile(ada, slug, { file: csv }));
    expect(body.detail).toBe("Publish the form first.");
  });

  test("the mapping must fit the file and the form", async () => {
    const slug = await formWith();
    const errorsOf = async (given: object | string) =>
      (await expecting(400, sendFile(ada, slug, { file: csv, mapping: given }))).body.errors;
    expect(await errorsOf("{")).toEqual([expect.stringMatching(/^mapping: /)]);
    expect(await errorsOf({ columns: { Nope: "name" } })).toEqual([expect.stringMatching(/^mapping\.columns\.Nope: /)]);
    expect(await errorsOf({ columns: { Name: "bye" } })).toEqual([expect.stringMatching(/^mapping\.columns\.Name: /)]);
    expect(await errorsOf({ version: 7 })).toEqual(["mapping.version: no such version"]);
    expect(await errorsOf({ zone: "Mars/Base" })).toEqual([expect.stringMatching(/^mapping\.zone: /)]);
    const unzoned = "when,name\n2025-01-02 10:00,Ada\n";
    const asked = await expecting(
      400,
      sendFile(ada, slug, { file: unzoned, mapping: { columns: { when: "completed_at" } } }),
    );
    expect(asked.body.errors).toEqual(["mapping.zone: is required, because the times in this file have none"]);
  });

  test("another part of the body is refused", async () => {
    const slug = await formWith();
    const form = new FormData();
    form.append("file", new Blob([csv]), "a.csv");
    form.append("other", "x");
    const encoded = new Response(form);
    const raw = new Uint8Array(await encoded.arrayBuffer());
    const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
    const { body } = await expecting(
      400,
      ada.request("POST", `/api/v2/form/${slug}/responses/import/`, undefined, { raw, headers }),
    );
    expect(body.errors).toEqual(["file: must be the only part of the form beside `mapping`"]);
  });
});

describe("imports", () => {
  const long = ["name", ...Array.from({ length: 3_000 }, (_, at) => `Person ${at}`)].join("\n");
  const path = (slug: string, id = "") => `/api/v2/form/${slug}/responses/import/${id}`;

  test("one runs, and can be canceled with all of its responses", async () => {
    const slug = await formWith();
    const { body } = await expecting(202, sendFile(ada, slug, { file: long }));
    expect(body).toMatchObject({ status: "queued", rows: null, stored: 0, created_by: { name: expect.any(String) } });
    const again = await sendFile(ada, slug, { file: "name\nZoe\n" });
    if (again.status === 409) expect(again.body.detail).toBe("An import of this form is under way.");
    // 202 while a busy machine erases
    await eventually(() => expecting(204, ada.delete(path(slug, `${body.id}/?erase=true`))), 60);
    await expecting(204, ada.delete(path(slug, `${body.id}/`)));
    const over = await importOver(ada, slug, body.id);
    expect(["cancelled", "done"]).toContain(over.status);
    await eventually(async () => expect((await responses(slug)).count).toBe(again.status === 409 ? 0 : 1));
    expect((await expecting(200, ada.get(path(slug)))).body.results[0].id).toBeDefined();
    await expecting(404, ada.get(path(slug, `${crypto.randomUUID()}/`)));
  });

  test("a repeat with its key has the same answer", async () => {
    const slug = await formWith();
    const upload = { file: "name\nZoe\n", headers: { "idempotency-key": crypto.randomUUID() } };
    const first = await expecting(202, sendFile(ada, slug, upload));
    const second = await expecting(202, sendFile(ada, slug, upload));
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    await expecting(422, sendFile(ada, slug, { ...upload, file: "name\nOther\n" }));
    await importOver(ada, slug, first.body.id);
    expect((await responses(slug)).count).toBe(1);
  });
});
