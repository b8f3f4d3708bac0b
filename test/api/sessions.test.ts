import { anonymous, expecting, next, type Owner, owner, publishForm, saveDraft, start, walk } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node, survey } from "../support/sampleGraphs.ts";

/** Sessions for owners (spec §Session, §Sessions (owner), decisions §6). */
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const responses = (slug: string) => `/api/v2/form/${slug}/responses/`;

let me: Owner;
beforeAll(async () => {
  me = await owner();
});
const list = async (slug: string, query = "") => (await expecting(200, me.get(`${responses(slug)}${query}`))).body;
const idsOf = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id);

describe("the list", () => {
  test("has each session with its totals, newest first", async () => {
    const slug = await publishForm(me, survey());
    const walked = await walk(slug, { name: "Ada", color: "red" });
    const begun = await start(slug);
    expect(await list(slug)).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [
        {
          id: begun,
          source: "respondent",
          status: "in_progress",
          version_number: 1,
          total_score: 0,
          answers_count: 0,
          duration_seconds: null,
          started_at: timestamp,
          completed_at: null,
          revision: 1,
          edited_at: null,
        },
        {
          id: walked,
          source: "respondent",
          status: "completed",
          version_number: 1,
          total_score: 5,
          answers_count: 2,
          duration_seconds: expect.any(Number),
          started_at: timestamp,
          completed_at: timestamp,
          revision: 1,
          edited_at: null,
        },
      ],
    });
  });

  test("filters by status, version and start", async () => {
    const slug = await publishForm(me, survey());
    const first = await walk(slug, { name: "Ada" });
    await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
    const second = await start(slug);
    const today = new Date().toISOString().slice(0, 10);
    const found = async (query: string) => idsOf(await list(slug, query)).sort();
    const both = [first, second].sort();
    expect(await found("?status=completed")).toEqual([first]);
    expect(await found("?status=in_progress")).toEqual([second]);
    expect(await found("?status=abandoned")).toEqual([]);
    expect(await found("?version=1")).toEqual([first]);
    expect(await found("?version=2&status=completed")).toEqual([]);
    expect(await found("?started_at_from=2020-01-01")).toEqual(both);
    expect(await found("?started_at_from=2999-01-01")).toEqual([]);
    expect(await found("?started_at_to=2020-01-01")).toEqual([]);
    expect(await found(`?started_at_to=${today}T23:59:59.999Z&started_at_from=2020-01-01`)).toEqual(both);
    const { started_at } = (await list(slug, "?version=1")).results[0];
    expect(await found(`?started_at_from=${started_at}&started_at_to=${started_at}`)).toEqual([first]);
  });

  test("treats a date as a whole UTC day", async () => {
    const slug = await publishForm(me, survey());
    const session = await start(slug);
    const day = (await list(slug)).results[0].started_at.slice(0, 10);
    expect(idsOf(await list(slug, `?started_at_from=${day}&started_at_to=${day}`))).toEqual([session]);
  });

  test.each([
    ["status=done", "status:"],
    ["version=0", "version:"],
    ["version=one", "version:"],
    ["started_at_from=yesterday", "started_at_from:"],
    ["started_at_to=2026-02-30", "started_at_to:"],
    ["started_at_from=2026-02-02&started_at_to=2026-02-01", "started_at"],
    ["colour=red", "colour: unknown query parameter"],
    ["ordering=answer", "ordering:"],
    ["include=scores", "include: must be answers"],
  ])("returns 400 for ?%s", async (query, error) => {
    const slug = await publishForm(me, survey());
    const { body } = await expecting(400, me.get(`${responses(slug)}?${query}`));
    expect(body.errors).toEqual([expect.stringContaining(error)]);
  });

  test.each([
    "started_at",
    "completed_at",
    "duration_seconds",
    "total_score",
    "answers_count",
    "status",
    "version_number",
  ])("orders by %s in both directions", async (field) => {
    const slug = await publishForm(me, survey());
    await walk(slug, { name: "Ada", color: "blue" });
    await walk(slug, { name: "Grace" });
    await walk(slug, { name: "Alan", color: "red", age: 41 });
    await start(slug);
    const values = async (ordering: string) =>
      (await list(slug, `?ordering=${ordering}`)).results.map((row: Record<string, unknown>) => row[field]);
    const known = (await values(field)).filter((value: unknown) => value !== null);
    const sorted = [...known].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(known).toEqual(sorted);
    expect((await values(`-${field}`)).filter((value: unknown) => value !== null)).toEqual(sorted.reverse());
  });

  test("adds the answers on the path as the export's labels, texts cut to 300 characters", async () => {
    const rows = [
      { key: "staff", label: "Staff" },
      { key: "food", label: "Food" },
      { key: "room", label: "Room" },
    ];
    const columns = [
      { value: "good", label: "Good" },
      { value: "bad", label: "Bad" },
    ];
    const sizes = { options: [1, 2].map((size) => ({ value: `s${size}`, label: `Size ${size}` })) };
    const slug = await publishForm(
      me,
      chain(
        ...survey().nodes.slice(0, 3),
        node("sizes", "checkbox", sizes),
        node("grid", "matrix", { rows, columns, require_all_rows: false }),
        node("story", "long_text"),
      ),
    );
    const exact = "😀".repeat(300);
    const given = { name: "=Ada", color: "blue", sizes: ["s2", "s1"], grid: { room: "bad", staff: "good" } };
    const cut = await walk(slug, { ...given, story: `${exact}!` });
    const whole = await walk(slug, { name: "Bob", story: exact });
    const [second, first] = (await list(slug, "?include=answers")).results;
    expect([first.id, second.id]).toEqual([cut, whole]);
    expect(first.answers).toEqual({
      name: { value: "=Ada", text: "=Ada" },
      color: { value: "blue", text: "Blue, light" },
      sizes: { value: ["s2", "s1"], text: "Size 2; Size 1" },
      grid: { value: given.grid, text: "Staff: Good; Room: Bad" },
      story: { value: `${exact}!`, text: `${exact}…` },
    });
    expect(second.answers).toEqual({ name: { value: "Bob", text: "Bob" }, story: { value: exact, text: exact } });
    expect((await list(slug)).results[0]).not.toHaveProperty("answers");
  });

  test("includes each answer by the labels of its own version", async () => {
    const pick = (label: string) =>
      node("pick", "dropdown", {
        options: [
          { value: "a", label },
          { value: "b", label: "B" },
        ],
      });
    const slug = await publishForm(me, chain(pick("Old"), node("more", "short_text")));
    await walk(slug, { pick: "a", more: "x" });
    await saveDraft(me, slug, chain(pick("New"), node("more", "short_text")));
    await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
    const session = await start(slug);
    await expecting(200, next(session, "pick", "a"));
    const [newer, older] = (await list(slug, "?include=answers")).results;
    expect(newer.answers).toEqual({ pick: { value: "a", text: "New" } });
    expect(older.answers).toMatchObject({ pick: { text: "Old" }, more: { text: "x" } });
  });

  test("finds text in answers of finished sessions, the last word by prefix", async () => {
    const slug = await publishForm(me, chain(node("story", "long_text"), node("pick", "yes_no")));
    const found = await walk(slug, { story: "The quick brown fox jumps over the lazy dog" });
    const other = await walk(slug, { story: "Pack my box with five dozen liquor jugs" });
    const open = await start(slug);
    await expecting(200, next(open, "story", "A quick one, not finished"));
    const search = async (text: string) => idsOf(await list(slug, `?search=${encodeURIComponent(text)}`));
    await eventually(async () => expect(await search("quick brown")).toEqual([found]), 12);
    await eventually(async () => expect(await search("dozen")).toEqual([other]), 12);
    expect(await search("LAZY fo")).toEqual([found]);
    expect(await search("quick liquor")).toEqual([]);
    for (const odd of ["'", "fox & !(", "\\", ":*", "%"]) await search(odd);
  }, 30_000);
});

describe("the detail", () => {
  test("has the answers in path order with times and scores", async () => {
    const slug = await publishForm(me, { ...survey(), hidden_fields: ["source"] });
    const session = await start(slug, { hidden: { source: "mail" }, headers: { "user-agent": "Browser/1.0" } });
    await next(session, "name", "Ada");
    await next(session, "color", "blue");
    await next(session, "age", null);
    const { body } = await expecting(200, me.get(`${responses(slug)}${session}/`));
    const answer = { id: uuid, time_spent_seconds: expect.any(Number), shown_at: timestamp, answered_at: timestamp };
    expect(body).toEqual({
      id: session,
      source: "respondent",
      status: "in_progress",
      annotations: { tags: [], note: "", is_flagged: false },
      version_number: 1,
      total_score: 1,
      answers_count: 2,
      duration_seconds: null,
      started_at: timestamp,
      completed_at: null,
      revision: 1,
      edited_at: null,
      score_breakdown: { color: 1 },
      traversal_path: ["name", "color", "age", "end"],
      order: null,
      answers: [
        { ...answer, node_id: "name", question_type: "short_text", answer: "Ada", score_awarded: null },
        { ...answer, node_id: "color", question_type: "multiple_choice", answer: "blue", score_awarded: 1 },
      ],
      hidden: { source: "mail" },
      calculations: {},
      metadata: { user_agent: "Browser/1.0" },
      language: null,
      reference: null,
    });
    const [first, second] = body.answers;
    expect(first.shown_at).toBe(body.started_at);
    expect(second.shown_at).toBe(first.answered_at);
    for (const { shown_at, answered_at, time_spent_seconds } of body.answers) {
      expect(time_spent_seconds).toBe(Math.floor((Date.parse(answered_at) - Date.parse(shown_at)) / 1000));
    }
  });

  test("has each answer as soon as its step has responded", async () => {
    const slug = await publishForm(me, survey());
    const session = await start(slug);
    for (const [index, [id, value]] of (
      [
        ["name", "Ada"],
        ["color", "red"],
        ["age", 3],
      ] as const
    ).entries()) {
      await expecting(200, next(session, id, value));
      const { body } = await me.get(`${responses(slug)}${session}/`);
      expect(body).toMatchObject({ answers_count: index + 1 });
      expect(body.answers.at(-1)).toMatchObject({ node_id: id, answer: value });
    }
  });

  test("has no score if scoring is off, and 0 for an answer without points", async () => {
    const slug = await publishForm(me, survey());
    const session = await walk(slug, { name: "Ada", color: "none" });
    const { body } = await me.get(`${responses(slug)}${session}/`);
    expect(body.answers).toMatchObject([{ score_awarded: null }, { score_awarded: 0 }]);
    expect(body).toMatchObject({ total_score: 0, score_breakdown: { color: 0 } });
  });

  test("rounds the duration down to seconds", async () => {
    const slug = await publishForm(me, survey());
    const session = await walk(slug, { name: "Ada" });
    const { body } = await me.get(`${responses(slug)}${session}/`);
    const seconds = (Date.parse(body.completed_at) - Date.parse(body.started_at)) / 1000;
    expect(body).toMatchObject({ status: "completed", duration_seconds: Math.floor(seconds) });
  });

  test("keeps the first time of a node that was shown before going back", async () => {
    const slug = await publishForm(me, survey());
    const session = await start(slug);
    await next(session, "name", "Ada");
    await next(session, "color", "red");
    const before = (await me.get(`${responses(slug)}${session}/`)).body;
    await expecting(200, next(session, "name", "Grace", { back: true }));
    await expecting(200, next(session, "color", "red"));
    const after = (await me.get(`${responses(slug)}${session}/`)).body;
    expect(after.answers.map(({ shown_at }: { shown_at: string }) => shown_at)).toEqual(
      before.answers.map(({ shown_at }: { shown_at: string }) => shown_at),
    );
    expect(Date.parse(after.answers[0].answered_at)).toBeGreaterThanOrEqual(Date.parse(before.answers[1].answered_at));
  });

  test("returns 404 for a session of another form of the same owner", async () => {
    const [slug, other] = [await publishForm(me, survey()), await publishForm(me, survey())];
    const session = await start(slug);
    await expecting(200, me.get(`${responses(slug)}${session}/`));
    await expecting(404, me.get(`${responses(other)}${session}/`));
    await expecting(404, me.delete(`${responses(other)}${session}/`));
  });
});

describe("erasing", () => {
  test("permanently removes it from list, detail, respondent API and counts", async () => {
    const slug = await publishForm(me, survey());
    const [gone, kept] = [await walk(slug, { name: "Ada" }), await walk(slug, { name: "Grace" })];
    await expecting(204, me.delete(`${responses(slug)}${gone}/`));
    expect(idsOf(await list(slug))).toEqual([kept]);
    await expecting(404, me.get(`${responses(slug)}${gone}/`));
    await expecting(404, me.delete(`${responses(slug)}${gone}/`));
    await expecting(404, anonymous().get(`/api/v2/r/session/${gone}/`));
    await expecting(404, next(gone, "name", "Ada"));
    expect((await me.get(`/api/v2/form/${slug}/`)).body).toMatchObject({ total_sessions: 1, completed_sessions: 1 });
  });
});

test("lists sessions of every version", async () => {
  const slug = await publishForm(me, survey());
  const first = await walk(slug, { name: "Ada" });
  await saveDraft(me, slug, chain(node("q", "yes_no")));
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
  const second = await walk(slug, { q: "no" });
  expect(idsOf(await list(slug, "?ordering=version_number"))).toEqual([first, second]);
  expect((await me.get(`${responses(slug)}${first}/`)).body).toMatchObject({
    version_number: 1,
    traversal_path: ["name", "color", "age", "end"],
  });
});
