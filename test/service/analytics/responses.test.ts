import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { filtersOf } from "../../../services/analytics/filters.ts";
import type { AnalyticsService } from "../../../services/analytics/readers.ts";
import { detailShape, exportSpan } from "../../../services/analytics/store/export.ts";
import { listSessions } from "../../../services/analytics/store/list.ts";
import type { ResponseListQuery, ResponsesQuery } from "../../../shared/api/shapes/sessions.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import type { Json } from "../../../shared/domain/json.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { testOnOneServer } from "../../support/onCitus.ts";
import { manyWords, statementsWith } from "../../support/statements.ts";
import { erasedCopies, exported, failure, paging, question, respond, rowOf, type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const list = (slug: string, query: ResponseListQuery = {}, page = paging()) =>
  stage.call("analytics.listResponses", { caller: stage.caller, slug, query, paging: page });
const idsOf = async (slug: string, query: ResponsesQuery = {}, page = paging()) =>
  (await list(slug, query, page)).results.map(({ id }) => id);
const search = (slug: string, text: string) => idsOf(slug, {}, paging("started_at", { search: text }));

const twoQuestions = () => rowOf([question("a"), question("n", "number", { scoring: { mode: "value" } })], ["src"]);

test("stops reading when the call is over", async () => {
  const { slug } = await stage.newForm(twoQuestions());
  const sessionId = await respond(stage.call, slug, { isCompleted: false });
  const lock = await stage.database.connect();
  await lock.query("begin; lock table sessions.sessions in access exclusive mode");
  const params = { caller: stage.caller, slug };
  const late = (action: string, further: object) =>
    failure(
      stage.broker.call(`analytics.${action}`, { ...params, ...further }, { meta: { deadline: Date.now() + 1_000 } }),
    );
  const errors = await Promise.all([
    late("listResponses", { query: {}, paging: paging() }),
    late("getResponse", { session_id: sessionId }),
    late("insights", { query: {} }),
  ]);
  // without a deadline, the lock's own timeout would end them
  for (const error of errors) expect(String(error)).toMatch(/deadline|wasn't applied/);
  await lock.query("rollback");
  lock.release();
});

describe("one response", () => {
  test("has its detail as soon as a step has responded, with answers in path order", async () => {
    const { slug } = await stage.newForm(twoQuestions());
    const sessionId = await respond(stage.call, slug, { hidden: { src: "mail" }, isCompleted: false });
    const get = () => stage.call("analytics.getResponse", { caller: stage.caller, slug, session_id: sessionId });
    expect(await get()).toMatchObject({ status: "in_progress", traversal_path: ["a"], answers: [], answers_count: 0 });
    await stage.call("sessions.next", { session_id: sessionId, body: { node_id: "a", value: "first" } });
    await stage.call("sessions.next", { session_id: sessionId, body: { node_id: "n", value: 7 } });
    await stage.call("sessions.complete", { session_id: sessionId });
    const detail = await get();
    expect(detail).toEqual({
      id: sessionId,
      source: "respondent",
      revision: 1,
      edited_at: null,
      annotations: { tags: [], note: "", is_flagged: false },
      status: "completed",
      version_number: 1,
      total_score: 7,
      answers_count: 2,
      duration_seconds: 0,
      started_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      order: null,
      calculations: {},
      completed_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      score_breakdown: { n: 7 },
      traversal_path: ["a", "n", "end"],
      answers: [
        expect.objectContaining({ node_id: "a", question_type: "short_text", answer: "first", score_awarded: null }),
        expect.objectContaining({ node_id: "n", question_type: "number", answer: 7, score_awarded: 7 }),
      ],
      hidden: { src: "mail" },
      metadata: { user_agent: "test" },
      language: null,
      reference: null,
    });
    const { score_breakdown: _, calculations, traversal_path, answers, annotations, ...others } = detail;
    const { hidden, metadata, language, reference, order, ...item } = others;
    expect((await list(slug)).results).toEqual([item]);
    for (const answer of detail.answers) {
      expect(answer.shown_at <= answer.answered_at && answer.shown_at >= detail.started_at).toBe(true);
    }
  });

  test("returns 404 under another form or if unknown, and 403 for another account's form", async () => {
    const [one, other] = [await stage.newForm(twoQuestions()), await stage.newForm(twoQuestions())];
    const sessionId = await respond(stage.call, one.slug, { isCompleted: false });
    const stranger = { ...stage.caller, account_id: randomUUID() };
    const { caller } = stage;
    for (const action of ["analytics.getResponse", "analytics.eraseResponse"] as const) {
      expect(await failure(stage.call(action, { caller, slug: other.slug, session_id: sessionId }))).toMatchObject({
        code: 404,
      });
      expect(await failure(stage.call(action, { caller, slug: one.slug, session_id: randomUUID() }))).toMatchObject({
        code: 404,
      });
      expect(await failure(stage.call(action, { caller, slug: "none", session_id: sessionId }))).toMatchObject({
        code: 404,
      });
      expect(
        await failure(stage.call(action, { caller: stranger, slug: one.slug, session_id: sessionId })),
      ).toMatchObject({
        code: 403,
      });
    }
  });

  test("disappears from detail, list and search when erased", async () => {
    const { slug } = await stage.newForm(rowOf([question("a")]));
    const sessionId = await respond(stage.call, slug, { answers: [["a", "secret"]] });
    const { caller } = stage;
    await stage.indexed();
    expect(await search(slug, "secret")).toEqual([sessionId]);
    expect(await stage.call("analytics.eraseResponse", { caller, slug, session_id: sessionId })).toBeNull();
    expect(await failure(stage.call("analytics.getResponse", { caller, slug, session_id: sessionId }))).toMatchObject({
      code: 404,
    });
    expect(await list(slug)).toMatchObject({ count: 0, results: [] });
    expect(await search(slug, "secret")).toEqual([]);
  });

  test("returns 503 when it is erased, but its deliveries aren't yet", async () => {
    const { slug } = await stage.newForm(rowOf([question("a")]));
    const { caller } = stage;
    const sessionId = await respond(stage.call, slug, { answers: [["a", "secret"]] });
    await stage.indexed();
    erasedCopies.answer = () => {
      throw new Error("down");
    };
    const erasing = stage.call("analytics.eraseResponse", { caller, slug, session_id: sessionId });
    const later = { code: 503, message: "Deleted. Search, insights and deliveries follow within a minute." };
    expect(await failure(erasing)).toMatchObject(later);
    erasedCopies.answer = () => null;
    expect(await search(slug, "secret")).toEqual([]);
  });
});

describe("filters", () => {
  let form: FormReference;
  const started: Record<string, string> = {};

  beforeAll(async () => {
    form = await stage.newForm(rowOf([question("a")]));
    const times = [
      "2026-01-30T23:59:59.999Z",
      "2026-01-31T00:00:00.000Z",
      "2026-01-31T23:59:59.999Z",
      "2026-02-01T00:00:00Z",
    ];
    for (const time of times) {
      const id = await respond(stage.call, form.slug, { isCompleted: false });
      started[id] = time;
      await stage.database.query("update sessions.sessions set started_at = $1 where id = $2", [time, id]);
    }
  });

  const times = async (startedAtFrom?: string, startedAtTo?: string) =>
    (
      await idsOf(
        form.slug,
        { started_at_from: startedAtFrom, started_at_to: startedAtTo } as ResponsesQuery,
        paging("started_at"),
      )
    ).map((id) => started[id]?.slice(5, 16));

  test("treat a date as a UTC day, including the last", async () => {
    expect(await times("2026-01-31", "2026-01-31")).toEqual(["01-31T00:00", "01-31T23:59"]);
    expect(await times("2026-01-31")).toEqual(["01-31T00:00", "01-31T23:59", "02-01T00:00"]);
    expect(await times(undefined, "2026-01-31")).toEqual(["01-30T23:59", "01-31T00:00", "01-31T23:59"]);
  });

  test("treat timestamps as inclusive in any time zone", async () => {
    expect(await times("2026-01-31T00:00:00Z", "2026-01-31T00:00:00Z")).toEqual(["01-31T00:00"]);
    expect(await times("2026-01-31T01:00:00+01:00", "2026-02-01T00:00:00.000Z")).toHaveLength(3);
    expect(await times("2026-01-31T00:00:00.001Z", "2026-01-31T23:59:59.998Z")).toEqual([]);
  });

  test("accept the ends of the calendar", async () => {
    expect(await times("0001-01-01", "9999-12-31")).toHaveLength(4);
    expect(await times("0000-01-01")).toHaveLength(4);
  });

  test("reject a reversed range with 400", async () => {
    for (const [from, to] of [
      ["2026-02-01", "2026-01-31"],
      ["2026-01-31T00:00:00.001Z", "2026-01-31T00:00:00Z"],
      ["2026-02-01T00:00:00Z", "2026-01-31"],
    ]) {
      const query = { started_at_from: from as string, started_at_to: to as string };
      const wrong = { code: 400, data: { errors: [expect.stringMatching(/^started_at_from: /)] } };
      expect(await failure(list(form.slug, query))).toMatchObject(wrong);
      const begun = stage.call("analytics.beginExport", { caller: stage.caller, slug: form.slug, query });
      expect(await failure(begun)).toMatchObject(wrong);
    }
  });

  test("select by status and version", async () => {
    const two = await stage.newForm(rowOf([question("a")]));
    const first = await respond(stage.call, two.slug, { answers: [["a", "x"]] });
    await stage.publish(two, rowOf([question("b")]));
    const second = await respond(stage.call, two.slug, { isCompleted: false });
    expect(await idsOf(two.slug, { version: 1 })).toEqual([first]);
    expect(await idsOf(two.slug, { version: 2, status: "in_progress" })).toEqual([second]);
    expect(await list(two.slug, { version: 2, status: "completed" })).toMatchObject({ count: 0, results: [] });
    expect(await list(two.slug, { version: 2_147_483_647 })).toMatchObject({ count: 0, results: [] });
  });
});

describe("paging", () => {
  let form: FormReference;
  const total = 45;

  beforeAll(async () => {
    form = await stage.newForm(twoQuestions());
    await Promise.all(
      Array.from({ length: total }, (_, at) =>
        respond(stage.call, form.slug, {
          answers:
            at % 3
              ? [
                  ["a", "x"],
                  ["n", at % 4],
                ]
              : [],
          isCompleted: at % 3 > 0,
        }),
      ),
    );
    // many ties: four times, three durations
    const { rows } = await stage.database.query(
      "select id, completed_at is not null as is_completed from sessions.sessions where form_id = $1 order by id",
      [form.form_id],
    );
    const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count));
    for (const [index, { id, is_completed }] of rows.entries()) {
      const n = index + 1;
      await stage.database.query("update sessions.sessions set started_at = $2, completed_at = $3 where id = $1", [
        id,
        minute(n % 4),
        is_completed ? minute((n % 4) + (n % 3)) : null,
      ]);
    }
  });

  const fields = [
    "started_at",
    "completed_at",
    "duration_seconds",
    "total_score",
    "answers_count",
    "status",
    "version_number",
  ];
  test.each(fields.flatMap((field) => [field, `-${field}`]))("by %s repeats and skips no row", async (ordering) => {
    const rows = [];
    for (let offset = 0; offset < total + 7; offset += 7) {
      const page = await list(form.slug, {}, paging(ordering, { limit: 7, offset }));
      expect(page.count).toBe(total);
      rows.push(...page.results);
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(total);
    expect(rows).toHaveLength(total);
    expect(rows).toEqual([...rows].sort(comparing(ordering)));
  });

  const queries: [ResponseListQuery, string][] = [
    [{}, "-started_at"],
    [{}, "started_at"],
    [{ status: "completed" }, "-started_at"],
    [{ version: 1, started_at_from: "2026-01-01", answer: { a: "x" } }, "started_at"],
  ];
  test.each(queries)("after a session repeats and skips no row, for %j by %s", async (query, ordering) => {
    const ids: string[] = [];
    let after: string | null | undefined;
    do {
      // only the first page has an offset
      const page = await list(
        form.slug,
        { ...query, ...(after && { after }) },
        paging(ordering, { limit: 7, offset: 0 }),
      );
      ids.push(...page.results.map(({ id }) => id));
      after = page.next_after;
    } while (after);
    expect(after).toBeNull();
    expect(ids).toEqual(await idsOf(form.slug, query, paging(ordering)));
  });

  test("finds the page by its offset in other orders, whatever `after` is", async () => {
    const { next_after: after } = await list(form.slug, {}, paging("-started_at", { limit: 5, offset: 0 }));
    const page = paging("total_score", { limit: 5, offset: 10 });
    expect(await idsOf(form.slug, { after } as never, page)).toEqual(await idsOf(form.slug, {}, page));
  });

  type Row = Omit<Awaited<ReturnType<typeof list>>["results"][number], "answers" | "language">;
  const comparing = (ordering: string) => (one: Row, other: Row) => {
    const sign = ordering.startsWith("-") ? -1 : 1;
    const field = ordering.replace("-", "") as keyof Row;
    const [a, b] = [one[field], other[field]];
    if (a === b) return one.id < other.id ? -sign : sign;
    // nulls last in both directions
    if (a == null || b == null) return a == null ? 1 : -1;
    return a < b ? -sign : sign;
  };

  test("reads the answers of a page with one statement", async () => {
    const statements = await statementsWith("sessions.visits", () => list(form.slug, { include: "answers" }));
    // the search's parts of new sessions are read in the background
    expect(statements.filter((text) => !text.includes("v.answer::text ~"))).toHaveLength(1);
    const { results } = await list(form.slug, { include: "answers" });
    expect(results).toHaveLength(Math.min(total, 100));
    for (const row of results) expect(Object.keys(row.answers ?? {})).toHaveLength(row.answers_count);
  });

  test("returns an empty page with the count past the end", async () => {
    expect(await list(form.slug, {}, paging("-started_at", { offset: 1000 }))).toMatchObject({
      count: total,
      results: [],
    });
    const filtered = await list(form.slug, { status: "completed" }, paging("-started_at", { offset: 1000 }));
    expect(filtered).toMatchObject({ count: 30, results: [] });
  });

  test("rejects an unknown field with 400", async () => {
    expect(await failure(list(form.slug, {}, paging("toString")))).toMatchObject({ code: 400 });
  });

  testOnOneServer("reads list and export, newest first, from an index", async () => {
    const filters = filtersOf({ started_at_from: "2026-01-01" }, []);
    const { form_id } = form;
    const position = { startedAt: "2026-02-01T00:00:00Z", id: form_id, included: false };
    const span = { formId: form_id, filters, newestVersion: 1, position, span: 10, limit: 10, bytes: 1000 };
    const page = { limit: 20, offset: 0, ordering: { field: "started_at", descending: true } };
    for (const plan of [
      await planOf((reader) => listSessions(reader, form_id, filters, page)),
      await planOf((reader) => exportSpan(reader, detailShape(), span)),
    ]) {
      expect(plan).toMatch(/Limit[\s\S]*Index (Only )?Scan using sessions_form_id_started_at_id_idx/);
    }
  });

  /** Returns PostgreSQL's plan for enough rows to be worth an index. */
  async function planOf(ask: (reader: Reader) => Promise<unknown>): Promise<string> {
    const client = await stage.database.connect();
    const query = async ({ text, values }: { text: string; values: unknown[] }) => {
      await client.query("set enable_seqscan = off; set enable_bitmapscan = off");
      const { rows } = await client.query(`explain ${text}`, values);
      throw new Error(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    };
    const reader = { pool: { query } } as unknown as Reader;
    const plan = await ask(reader).catch((error: Error) => error.message);
    client.release(true);
    return String(plan);
  }
});

/** Abandons an idle session like the sessions service. */
async function abandon(sessionId: string, slug: string): Promise<void> {
  await stage.database.query("update sessions.sessions set status = 'abandoned' where id = $1", [sessionId]);
  await stage.database.query(
    `insert into sessions.events (id, type, session_id, form_id, occurred_at, form)
      select gen_random_uuid(), 'session.abandoned', id, form_id, now(), json_build_object('slug', $2::text)
      from sessions.sessions where id = $1`,
    [sessionId, slug],
  );
}

describe("answers as filters", () => {
  const options = ["a", "b", "c-d"].map((value) => ({ value, label: value }));
  const cells = {
    rows: [{ key: "food", label: "Food" }],
    columns: ["good", "bad"].map((value) => ({ value, label: value })),
  };
  const given: Record<string, [string, Json][]> = {
    first: [
      ["one", "a"],
      ["many", ["a", "c-d"]],
      ["n", 7],
      ["rank", ["b", "a"]],
      ["cell", { food: "good" }],
      ["text", "7"],
    ],
    second: [
      ["one", "a"],
      ["many", ["b"]],
      ["n", 7.5],
      ["rank", ["a", "b"]],
      ["cell", { food: "bad" }],
      ["text", "a b"],
    ],
    third: [
      ["one", "other"],
      ["many", ["c-d"]],
      ["n", -70],
      ["rank", ["a"]],
      ["cell", {}],
      ["text", ""],
    ],
  };
  const ids: Record<string, string> = {};
  let slug: string;
  beforeAll(async () => {
    const form = await stage.newForm(
      rowOf([
        question("one", "multiple_choice", { options, allow_other: true }),
        question("many", "checkbox", { options }),
        question("n", "number"),
        question("rank", "ranking", { options, min_ranked: 1 }),
        question("cell", "matrix", { ...cells, require_all_rows: false }),
        question("text", "short_text", {}),
      ]),
    );
    slug = form.slug;
    for (const [name, answers] of Object.entries(given)) ids[name] = await respond(stage.call, slug, { answers });
  });

  test.each<[Record<string, string>, string[]]>([
    [{ one: "a" }, ["first", "second"]],
    [{ one: "other" }, ["third"]],
    [{ many: "c-d" }, ["first", "third"]],
    [{ n: "7" }, ["first"]],
    [{ n: "7.50" }, ["second"]],
    [{ n: "-7e1" }, ["third"]],
    [{ n: "x" }, []],
    [{ n: "1e999" }, []],
    [{ rank: "b" }, ["first"]],
    [{ rank: "a" }, ["second", "third"]],
    [{ cell: "food.good" }, ["first"]],
    [{ cell: "good" }, []],
    [{ cell: "drink." }, []],
    [{ text: "7" }, ["first"]],
    [{ text: "a" }, []],
    [{ one: "a", many: "b" }, ["second"]],
    [{ one: "a", many: "b", n: "7" }, []],
    [{ absent: "a" }, []],
    [{ one: "' or true --" }, []],
  ])("find %j by %j in the list, the export and insights", async (answer, names) => {
    const found = await idsOf(slug, { answer });
    expect(Object.keys(ids).filter((name) => found.includes(ids[name] as string))).toEqual(names);
    expect(found).toHaveLength(names.length);
    const { caller } = stage;
    const { cursor } = await stage.call("analytics.beginExport", { caller, slug, query: { answer, format: "json" } });
    const { text } = await stage.call("analytics.exportPiece", { cursor: cursor ?? "" });
    expect(text.split("\n").filter(Boolean)).toHaveLength(names.length);
    const { sessions } = await stage.call("analytics.insights", { caller, slug, query: { answer } });
    expect(sessions.started).toBe(names.length);
  });

  test("ignore answers that going back cut off", async () => {
    const form = await stage.newForm(rowOf([question("a"), question("b")]));
    const id = await respond(stage.call, form.slug, {
      answers: [
        ["a", "x"],
        ["b", "y"],
      ],
      isCompleted: false,
    });
    expect(await idsOf(form.slug, { answer: { b: "y" } })).toEqual([id]);
    await stage.call("sessions.next", { session_id: id, body: { node_id: "a", value: "z", back: true } });
    expect(await idsOf(form.slug, { answer: { b: "y" } })).toEqual([]);
    expect(await idsOf(form.slug, { answer: { a: "z" } })).toEqual([id]);
  });

  test("use the same statement for one answer and for ten", async () => {
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`n${at}`, "x"]));
    const one = await statementsWith("json_typeof", () => list(slug, { answer: { one: "a" } }));
    expect(one).toHaveLength(1);
    expect(await statementsWith("json_typeof", () => list(slug, { answer: many }))).toEqual(one);
  });
});

describe("search", () => {
  let slug: string;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const form = await stage.newForm(
      rowOf([question("a", "long_text"), question("b", "long_text"), question("c", "checkbox", choices)]),
    );
    slug = form.slug;
    const texts: Record<string, [string, string]> = {
      apple: ["Green apples, and PEARS", "nothing else"],
      mail: ["write to jo.doe@example.com please", "o'neil\\udead"],
      hay: ["half a character", "needle\n🙂 in hay"],
      slash: ["a backslash \\ud83d stays", "Ünïcode 漢字"],
      deserted: ["apples left behind", ""],
      open: ["apples not sent", ""],
    };
    for (const [name, [a, b]] of Object.entries(texts)) {
      const isCompleted = name !== "open" && name !== "deserted";
      const answers: [string, string | string[]][] = [
        ["a", a],
        ["b", b],
        ["c", ["red", "blue"]],
      ];
      ids[name] = await respond(stage.call, slug, {
        answers: isCompleted ? answers : answers.slice(0, 1),
        isCompleted,
      });
    }
    await abandon(ids.deserted ?? "", slug);
    await stage.indexed();
  });
  const choices = { options: ["red", "blue"].map((value) => ({ value, label: value })) };

  const found = async (text: string) => {
    const hits = await search(slug, text);
    return Object.keys(ids).filter((name) => hits.includes(ids[name] as string));
  };

  test.each([
    ["apples", ["apple", "deserted"]],
    ["APPL", ["apple", "deserted"]],
    ["apples pear", ["apple"]],
    ["pears nothing", ["apple"]],
    ["pear apples", []],
    ["apples missing", []],
    ["jo.doe@example.com", ["mail"]],
    ["jo.doe@exam", ["mail"]],
    ["needle", ["hay"]],
    ["backslash stay", ["slash"]],
    ["漢", ["slash"]],
    ["'; drop", []],
    ["o'neil", ["mail"]],
    ["blue", ["apple", "mail", "hay", "slash"]],
    ["red & !blue | (", ["apple", "mail", "hay", "slash"]],
    ["a\u0000pples", []],
    ["\\ ' : * ", ["apple", "mail", "hay", "slash", "deserted", "open"]],
    ["  ", ["apple", "mail", "hay", "slash", "deserted", "open"]],
  ])("finds %j", async (text, names) => {
    expect(await found(text)).toEqual(names);
  });

  test("counts only matches", async () => {
    expect((await list(slug, {}, paging("started_at", { search: "apple", limit: 1 }))).count).toBe(2);
    expect((await list(slug, { status: "abandoned" }, paging("started_at", { search: "apple" }))).count).toBe(1);
  });

  test.each(["f", "fo", "For", "form", "in,for"])(
    "finds %j in answers only, in the list, the export and insights",
    async (text) => {
      const form = await stage.newForm(rowOf([question("a")]));
      const hit = await respond(stage.call, form.slug, { answers: [["a", "in formal forest"]] });
      await respond(stage.call, form.slug, { answers: [["a", "in a wood"]] });
      await stage.indexed();
      const page = await list(form.slug, {}, paging("started_at", { search: text }));
      expect([page.results.map(({ id }) => id), page.count]).toEqual([[hit], 1]);
      const { text: lines } = await exported(stage, form.slug, { search: text, format: "json" });
      expect(lines.split("\n").filter(Boolean)).toEqual([expect.stringContaining(hit)]);
      const query = { search: text };
      const { sessions } = await stage.call("analytics.insights", { caller: stage.caller, slug: form.slug, query });
      expect(sessions.started).toBe(1);
    },
  );

  test("rejects a search that is too long with 400", async () => {
    expect(await failure(search(slug, "x".repeat(501)))).toMatchObject({ code: 400 });
    expect(await search(slug, "漢".repeat(500))).toEqual([]);
  });

  test("uses the same statements for one word and for twenty", async () => {
    const one = await statementsWith("tsquery", () => search(slug, "apple"));
    expect(await statementsWith("tsquery", () => search(slug, manyWords))).toEqual(one);
  });

  test("rejects more than 20 different words with 400", async () => {
    const errors = [expect.stringMatching(/^search: must have at most 20 different words/)];
    for (const text of [`${manyWords} apple`, "a-".repeat(21)]) {
      expect(await failure(search(slug, text))).toMatchObject({ code: 400, data: { errors } });
    }
    expect(await search(slug, "apples ".repeat(70))).toHaveLength(2);
  });
});

test("refuses to write on its connections", async () => {
  const service = stage.broker.getLocalService("analytics") as unknown as AnalyticsService;
  const call = { locals: {} } as never;
  for (const { pool } of [service.database, service.replica.within(call)]) {
    await expect(pool.query("delete from sessions.sessions")).rejects.toMatchObject({ code: "25006" });
  }
});
