import { parseString } from "fast-csv";
import { anonymous, expecting, type Owner, owner, publishForm, saveDraft, start, walk } from "../support/api.ts";
import { chain, node, survey } from "../support/sampleGraphs.ts";

/** The export (spec §Sessions (owner), decisions §6). */
const fixed = [
  "session_id",
  "status",
  "version_number",
  "started_at",
  "completed_at",
  "duration_seconds",
  "total_score",
  "end_node_id",
  "outcome",
];
const path = (slug: string, query = "") => `/api/v2/form/${slug}/responses/export/${query}`;

let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const text = async (slug: string, query = ""): Promise<string> =>
  (await expecting(200, me.get(path(slug, query)))).body ?? "";

async function rows(slug: string, query = ""): Promise<string[][]> {
  const parsed: string[][] = [];
  const content = await text(slug, query);
  await new Promise<void>((done, fail) => {
    parseString(content)
      .on("error", fail)
      .on("data", (row: string[]) => parsed.push(row))
      .on("end", () => done());
  });
  return parsed;
}
/** Returns the columns after the fixed ones. */
const answersOf = async (slug: string, query = "") => (await rows(slug, query)).map((row) => row.slice(fixed.length));

test("accepts a list's query: paging and order have no effect, and invalid ones are rejected", async () => {
  const slug = await publishForm(me, survey());
  for (const color of ["blue", "red", "blue"]) await walk(slug, { name: "Ada", color, age: 36 });
  const all = await rows(slug);
  expect(all).toHaveLength(4);
  expect(await rows(slug, "?page=2&ordering=started_at")).toEqual(all);
  expect(await rows(slug, "?limit=1&offset=5&ordering=-total_score&status=completed")).toEqual(all);
  for (const query of ["page=0", "limit=101", "offset=-1", "ordering=name", "sort=name"])
    await expecting(400, me.get(path(slug, `?${query}`)));
});

test("is a CSV file with a column per question and its answers", async () => {
  const slug = await publishForm(me, { ...survey(), hidden_fields: ["source", "plan"] });
  const session = await walk(slug, { name: "Ada", color: "blue", age: 36 }, { hidden: { plan: "pro" } });
  const reply = await expecting(200, me.get(path(slug)));
  expect(reply.headers.get("content-type")).toMatch(/^text\/csv/);
  const today = new Date().toISOString().slice(0, 10);
  expect(reply.headers.get("content-disposition")).toMatch(
    new RegExp(`^attachment; filename="${slug}-responses-(${today}|\\d{4}-\\d\\d-\\d\\d)\\.csv"$`),
  );
  expect(reply.body.charCodeAt(0)).not.toBe(0xfeff);
  const [header, row] = await rows(slug);
  expect(header).toEqual([
    ...fixed,
    "hidden.source",
    "hidden.plan",
    "About name [name]",
    "About color [color]",
    "About age [age]",
  ]);
  const detail = (await me.get(`/api/v2/form/${slug}/responses/${session}/`)).body;
  expect(row).toEqual([
    session,
    "completed",
    "1",
    detail.started_at,
    detail.completed_at,
    String(detail.duration_seconds),
    "1",
    "end",
    "",
    "",
    "pro",
    "Ada",
    "Blue, light",
    "36",
  ]);
});

test("quotes by RFC 4180", async () => {
  const slug = await publishForm(me, chain(node("story", "long_text")));
  const value = 'say "hi",\r\nthen\nleave';
  await walk(slug, { story: value });
  expect(await text(slug)).toContain('"say ""hi"",\r\nthen\nleave"');
  expect((await answersOf(slug))[1]).toEqual([value]);
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])("guards against formulas in %j", async (value) => {
  const graph = chain(
    { ...node("q", "long_text"), data: { title: `${value} title`, config: {} } },
    node("n", "number"),
  );
  const slug = await publishForm(me, graph);
  await walk(slug, { q: `${value}!`, n: -5 });
  for (const query of ["", "?values=raw"]) {
    expect(await answersOf(slug, query)).toEqual([
      [`'${value} title [q]`, "About n [n]"],
      [`'${value}!`, "-5"],
    ]);
  }
});

describe("each type", () => {
  const options = [
    { value: "a", label: "Label A" },
    { value: "b", label: "Label B" },
  ];
  const matrix = {
    rows: [
      { key: "r1", label: "Row 1" },
      { key: "r2", label: "Row 2" },
    ],
    columns: options,
  };
  const graph = () =>
    chain(
      node("many", "checkbox", { options }),
      node("order", "ranking", { options }),
      node("mood", "emoji_rating", {
        options: [
          { value: "good", emoji: "🙂", label: "Good" },
          { value: "bad", emoji: "🙁", label: "Bad" },
        ],
      }),
      node("grid", "matrix", matrix),
      node("stars", "star_rating"),
      node("other", "multiple_choice", { options, allow_other: true }),
    );
  const answers = {
    many: ["b", "a"],
    order: ["b", "a"],
    mood: "good",
    grid: { r2: "b" },
    stars: 4,
    other: "my own",
  };

  test("has its columns with labels or raw values", async () => {
    const slug = await publishForm(me, graph());
    await walk(slug, answers);
    expect(await answersOf(slug)).toEqual([
      [
        "About many [many]",
        "About order [order]",
        "About mood [mood]",
        "About grid - Row 1 [grid.r1]",
        "About grid - Row 2 [grid.r2]",
        "About stars [stars]",
        "About other [other]",
      ],
      ["Label B; Label A", "Label B; Label A", "Good", "", "Label B", "4", "my own"],
    ]);
    expect((await answersOf(slug, "?values=raw"))[1]).toEqual(["b; a", "b; a", "good", "", "b", "4", "my own"]);
  });

  test("writes a session's detail and its end per line as NDJSON", async () => {
    const slug = await publishForm(me, graph());
    const session = await walk(slug, answers);
    const reply = await expecting(200, me.get(path(slug, "?format=json")));
    expect(reply.headers.get("content-type")).toMatch(/^application\/x-ndjson/);
    const detail = (await me.get(`/api/v2/form/${slug}/responses/${session}/`)).body;
    expect(reply.body).toEqual({ ...detail, end_node_id: "end", outcome: null });
    await walk(slug, {});
    const lines = (await text(slug, "?format=json")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).id).sort()).toHaveLength(2);
  });
});

test("has the columns of older versions after the current ones", async () => {
  const slug = await publishForm(me, {
    ...chain(node("old", "short_text"), node("both", "yes_no")),
    hidden_fields: ["was"],
  });
  await walk(slug, { old: "then", both: "yes" }, { hidden: { was: "x" } });
  const now = { ...chain(node("both", "yes_no"), node("fresh", "short_text")), hidden_fields: ["is"] };
  await saveDraft(me, slug, now);
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
  await walk(slug, { both: "no", fresh: "now" }, { hidden: { is: "y" } });
  const [header, ...answers] = await answersOf(slug);
  expect(header).toEqual(["hidden.is", "hidden.was", "About both [both]", "About fresh [fresh]", "About old [old]"]);
  expect(answers.sort()).toEqual(
    [
      ["", "x", "Yes", "", "then"],
      ["y", "", "No", "now", ""],
    ].sort(),
  );
  expect((await answersOf(slug, "?version=1"))[0]).toEqual(header);
});

test("adds a column of points per scored question on request", async () => {
  const slug = await publishForm(me, survey());
  await walk(slug, { name: "Ada", color: "blue", age: 36 });
  const [header, row] = await answersOf(slug, "?scores=true&bom=true");
  expect([header?.at(-1), row?.at(-1)]).toEqual(["score [color]", "1"]);
});

test("accepts the list's filters", async () => {
  const slug = await publishForm(me, survey());
  const done = await walk(slug, { name: "Ada" });
  await start(slug);
  const ids = async (query: string) => (await rows(slug, query)).slice(1).map(([id]) => id);
  expect(await ids("")).toHaveLength(2);
  expect(await ids("?status=completed")).toEqual([done]);
  expect(await ids("?version=2")).toEqual([]);
  expect(await ids("?started_at_from=2999-01-01")).toEqual([]);
  for (const query of ["?status=done", "?format=xml", "?values=all", "?bom=1", "?scores=yes", "?colour=red"]) {
    await expecting(400, me.get(path(slug, query)));
  }
});

test("has only a header without sessions", async () => {
  const slug = await publishForm(me, survey());
  expect(await rows(slug)).toHaveLength(1);
  const { body } = await me.post("/api/v2/form/", { title: "Never published" });
  expect(await rows(body.slug)).toEqual([fixed]);
});

test("has every session exactly once over many pages", async () => {
  const slug = await publishForm(me, chain(node("q", "yes_no")));
  const started: string[] = [];
  for (let batch = 0; batch < 26; batch++) {
    started.push(...(await Promise.all(Array.from({ length: 50 }, () => start(slug)))));
  }
  const ids = (await rows(slug)).slice(1).map(([id]) => id);
  expect(ids).toHaveLength(1300);
  expect(new Set(ids)).toEqual(new Set(started));
}, 60_000);

test("is only for the owner", async () => {
  const slug = await publishForm(me, survey());
  await expecting(401, anonymous().get(path(slug)));
  await expecting(403, (await owner()).get(path(slug)));
  await expecting(404, me.get(path("no-such-form")));
});
