import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { noFilters } from "../../../services/analytics/filters.ts";
import { indexChanges } from "../../../services/analytics/indexing/follow.ts";
import { forgetSession } from "../../../services/analytics/indexing/forget.ts";
import type { AnalyticsService } from "../../../services/analytics/readers.ts";
import { addParts } from "../../../services/analytics/store/addParts.ts";
import { formWord } from "../../../services/analytics/store/formWords.ts";
import { matchesByTime } from "../../../services/analytics/store/searchByTime.ts";
import { addHours, indexSessions, inTurn } from "../../../services/analytics/store/searchIndex.ts";
import { hasNoParts } from "../../../services/analytics/store/searchParts.ts";
import { abandonSession } from "../../../services/sessions/store/abandon.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import { eventually } from "../../support/eventually.ts";
import { testOnOneServer } from "../../support/onCitus.ts";
import { paging, question, respond, rowOf, type Stage, startStage } from "./stage.ts";

/** The search index follows changes of sessions (decisions §1, §6), in these tests only on request. */
let stage: Stage;
let form: FormReference;
beforeAll(async () => {
  stage = await startStage();
  await analytics().following?.stop();
  form = await stage.newForm(rowOf([question("a"), question("b")]));
});
afterAll(() => stage.stop());

const analytics = () => stage.broker.getLocalService("analytics") as unknown as AnalyticsService;
const own = () => analytics().own.pool;

/** Indexes all changes and returns the warnings. */
async function index(): Promise<string[]> {
  const warnings: string[] = [];
  const following = followingWith((message) => void warnings.push(message));
  while (await indexChanges(following));
  return warnings;
}

const followingWith = (warn: (message: string) => void) => ({
  pool: own(),
  call: stage.call,
  calculations: analytics().calculations,
  warn,
});

async function search(text: string, slug = form.slug): Promise<string[]> {
  const page = paging("started_at", { search: text });
  const query = { caller: stage.caller, slug, query: {}, paging: page };
  return (await stage.call("analytics.listResponses", query)).results.map(({ id }) => id);
}

async function abandon(sessionId: string, event: "with its event" | "again"): Promise<void> {
  const { rows } = await stage.database.query("select revision from sessions.sessions where id = $1", [sessionId]);
  const detail = await stage.call("analytics.getResponse", {
    caller: stage.caller,
    slug: form.slug,
    session_id: sessionId,
  });
  const { revision } = rows[0];
  const happened = event === "again" ? null : { id: randomUUID(), session: detail };
  await abandonSession(stage.database, { sessionId: sessionId, revision, now: new Date(), event: happened });
}

const words = () => `word${randomUUID().replaceAll("-", "")}`;
const answer = (sessionId: string, nodeId: string, value: string, back = false) =>
  stage.call("sessions.next", { session_id: sessionId, body: { node_id: nodeId, value, back } });

test("finds a corrected session by its new answers only", async () => {
  const [first, second] = [words(), words()];
  const sessionId = await respond(stage.call, form.slug, {
    answers: [
      ["a", first],
      ["b", ""],
    ],
  });
  await index();
  expect(await search(first)).toEqual([sessionId]);
  await stage.call("sessions.correct", {
    form_id: form.form_id,
    session_id: sessionId,
    body: { answers: { a: second } },
    editor: { kind: "owner", name: null },
  });
  await index();
  expect([await search(first), await search(second)]).toEqual([[], [sessionId]]);
});

test("finds answers given after an abandonment when the session is abandoned again", async () => {
  const [first, second] = [words(), words()];
  const sessionId = await respond(stage.call, form.slug, { answers: [["a", first]], isCompleted: false });
  expect(await search(first)).toEqual([]);
  await abandon(sessionId, "with its event");
  await index();
  expect(await search(first)).toEqual([sessionId]);
  await answer(sessionId, "b", second);
  // in progress again, and not found by its old answers
  expect(await search(first)).toEqual([]);
  await abandon(sessionId, "again");
  await index();
  expect([await search(first), await search(second)]).toEqual([[sessionId], [sessionId]]);
  const { events } = await stage.call("sessions.claimEvents", { consumer: "test", limit: 1000 });
  const told = events.filter((event) => event.kind === "event" && event.event.data.session.id === sessionId);
  expect(told.map((event) => event.kind === "event" && event.event.type)).toEqual([
    "session.started",
    "session.abandoned",
  ]);
});

test("doesn't find an answer that going back replaced", async () => {
  const [first, second] = [words(), words()];
  const sessionId = await respond(stage.call, form.slug, { answers: [["a", first]], isCompleted: false });
  await abandon(sessionId, "with its event");
  await index();
  await answer(sessionId, "a", second, true);
  await answer(sessionId, "b", "more");
  await stage.call("sessions.complete", { session_id: sessionId });
  await index();
  expect([await search(first), await search(second)]).toEqual([[], [sessionId]]);
});

const respondWith = (value: string) =>
  respond(stage.call, form.slug, {
    answers: [
      ["a", value],
      ["b", "y"],
    ],
  });

describe("without spaces, accents or the start of a word", () => {
  const cases: [answer: string, found: string[], others: string[]][] = [
    ["我住在北京市海淀区，用iPhone", ["北京", "海淀区", "海", "区", "iphone", "北京 海淀"], ["京北", "上海"]],
    ["東京都に住んでいます", ["東京", "京都", "住んで"], ["東都"]],
    ["대한민국서울특별시에삽니다", ["서울", "특별시에"], ["부산"]],
    ["Zoë Müller trinkt Crème", ["zoe", "müller", "MULLER", "creme", "crèm"], ["mueller"]],
    [
      "ada.lovelace@kings-college.example",
      ["lovelace", "ada.lov", "@kings-college.example", "college", "kings-college", "kings-col"],
      ["loveless"],
    ],
    ["ﾃﾞｰﾀ と ＡＢＣ", ["データ", "abc"], ["テータ"]],
  ];

  test.each(cases)("finds parts of %s", async (value, found, others) => {
    const sessionId = await respondWith(value);
    await index();
    for (const text of found) expect([text, await search(text)]).toEqual([text, [sessionId]]);
    for (const text of others) expect([text, await search(text)]).toEqual([text, []]);
  });

  test("finds parts of what an earlier release indexed", async () => {
    const one = await respondWith("他在深圳工作");
    const other = await respondWith("plain");
    await index();
    await own().query(
      `update analytics.search set words = ts_delete(words, array(
        select w from unnest(tsvector_to_array(words)) w where w = E'\\tparts' or length(w) <= 2))
      where session_id = any($1::uuid[])`,
      [[one, other]],
    );
    // the service's own loop may have been here first
    while (await addParts(own(), 1));
    expect(await rowsWithout()).toBe(0);
    const { rows } = await own().query(
      "select from analytics.search where session_id = $1 and words @@ '深圳'::tsquery",
      [one],
    );
    expect(rows).toHaveLength(1);
  });

  test("finds parts of 20,000 characters", async () => {
    const letters = Array.from({ length: 19_990 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)));
    const { slug } = await stage.newForm(rowOf([question("a", "long_text", { max_length: 20_000 })]));
    const sessionId = await respond(stage.call, slug, { answers: [["a", letters.join("")]] });
    expect(await index()).toEqual([]);
    expect(await search(letters.slice(100, 104).join(""), slug)).toEqual([sessionId]);
  });
});

const rowsWithout = async () => (await own().query(`select from analytics.search where ${hasNoParts}`)).rowCount;

test("keeps an event until both consumers have acknowledged it", async () => {
  const count = async (id: string) =>
    (await stage.database.query("select 1 from sessions.events where session_id = $1", [id])).rowCount;
  const claimed = async (sessionId: string) => {
    const { rows } = await stage.database.query("select id from sessions.events where session_id = $1", [sessionId]);
    return rows.map(({ id }) => id as string);
  };
  const one = await respond(stage.call, form.slug, {
    answers: [
      ["a", "x"],
      ["b", "y"],
    ],
  });
  await index();
  expect(await count(one)).toBe(2);
  await stage.call("sessions.acknowledgeEvents", { ids: await claimed(one) });
  expect(await count(one)).toBe(0);

  const two = await respond(stage.call, form.slug, {
    answers: [
      ["a", "x"],
      ["b", "y"],
    ],
  });
  await stage.call("sessions.acknowledgeEvents", { ids: await claimed(two) });
  const { rows } = await stage.database.query("select type, session from sessions.events where session_id = $1", [two]);
  expect(rows).toEqual([{ type: "session.completed", session: null }]);
  await index();
  expect(await count(two)).toBe(0);
});

test("forgets a session that is erased while it is indexed", async () => {
  const text = words();
  const sessionId = await respond(stage.call, form.slug, {
    answers: [
      ["a", text],
      ["b", "y"],
    ],
  });
  const forgotten: Promise<void>[] = [];
  await inTurn(own(), async (client) => {
    await indexSessions(client, [sessionId]);
    // erased between the read and the commit
    await stage.call("sessions.erase", { form_id: form.form_id, session_id: sessionId });
    forgotten.push(forgetSession(own(), sessionId));
    await eventually(assertWaiting);
  });
  await Promise.all(forgotten);
  const { rowCount } = await stage.database.query("select 1 from analytics.search where session_id = $1", [sessionId]);
  expect(rowCount).toBe(0);
});

async function assertWaiting(): Promise<void> {
  const { rowCount } = await stage.database.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
  );
  if (!rowCount) throw new Error("Nobody waits for the index.");
}

test("lets only one copy index at a time", async () => {
  const text = words();
  const sessionId = await respond(stage.call, form.slug, {
    answers: [
      ["a", text],
      ["b", "y"],
    ],
  });
  await inTurn(own(), async () => expect(await index()).toEqual([]));
  expect(await search(text)).toEqual([]);
  await index();
  expect(await search(text)).toEqual([sessionId]);
});

test("leaves out a session with too many words without blocking others", async () => {
  const text = words();
  const answers: [string, string][] = [
    ["a", text],
    ["b", "y"],
  ];
  const large = await respond(stage.call, form.slug, { answers });
  const other = await respond(stage.call, form.slug, { answers });
  await stage.database.query(
    `update sessions.visits set answer = (select to_json(string_agg('word' || n, ' ')) from generate_series(1, 100000) n)
      where session_id = $1 and node_id = 'b'`,
    [large],
  );
  expect(await index()).toEqual([expect.stringContaining(large)]);
  expect(await search(text)).toEqual([other]);
  expect(await index()).toEqual([]);
});

test("finds an erasure in the outbox if the direct call was lost", async () => {
  const sessionId = await respond(stage.call, form.slug, {
    answers: [
      ["a", words()],
      ["b", "y"],
    ],
  });
  await index();
  await stage.call("sessions.erase", { form_id: form.form_id, session_id: sessionId });
  await index();
  const { rowCount } = await stage.database.query("select 1 from analytics.search where session_id = $1", [sessionId]);
  expect(rowCount).toBe(0);
});

testOnOneServer(
  "finds no matches by time until rows of an earlier release have their hour, and then none by the form's word",
  async () => {
    const text = words();
    const answers: [string, string][] = [
      ["a", text],
      ["b", "y"],
    ];
    const ids = [await respond(stage.call, form.slug, { answers }), await respond(stage.call, form.slug, { answers })];
    await index();
    const filters = { ...noFilters, words: [`'${text}'`] };
    const asked = { formId: form.form_id, filters, paging: paging("started_at") };
    const found = () => matchesByTime(analytics().database, asked, 10);
    expect(await found()).toEqual({ ids, isComplete: true });
    const withoutHour = `insert into analytics.search (session_id, words)
    select id, array_to_tsvector(array[$2, $3]) from unnest($1::uuid[]) id
    on conflict (session_id) do update set words = excluded.words`;
    const erased = randomUUID();
    await stage.database.query(withoutHour, [[...ids, erased], formWord(form.form_id), text]);
    expect(await found()).toBeNull();
    expect(await addHours(own(), 2)).toBe(2);
    expect(await found()).toBeNull();
    expect([await addHours(own(), 2), await addHours(own(), 2)]).toEqual([1, 0]);
    expect(await found()).toEqual({ ids, isComplete: true });
    expect(await search("form")).toEqual([]);
  },
);

test("limits the bytes of answers that a transaction indexes", async () => {
  await index();
  const text = words();
  const answers: [string, string][] = [
    ["a", text],
    ["b", "y"],
  ];
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push(await respond(stage.call, form.slug, { answers }));
  const { rows } = await stage.database.query("select answers_bytes from sessions.sessions where id = $1", [ids[0]]);
  const following = { ...followingWith(() => undefined), bytes: 2.5 * rows[0].answers_bytes };
  expect(await indexChanges(following)).toBe(true);
  expect(await search(text)).toEqual(ids.slice(0, 2));
  // one session is always indexed, however long
  expect(await indexChanges({ ...following, bytes: 1 })).toBe(false);
  expect(await search(text)).toEqual(ids);
});
