import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { AnalyticsService } from "../../services/analytics/readers.ts";
import { forgetSession, indexSessions, inTurn } from "../../services/analytics/store/searchIndex.ts";
import { abandonMany } from "../../services/sessions/store/abandon.ts";
import type { FormReference } from "../../shared/contract.ts";
import { paging, question, respond, rowOf, type Stage, startStage } from "./analyticsStage.ts";

/** How the search index follows what sessions do (decisions §1, §6). */
let stage: Stage;
let form: FormReference;
beforeAll(async () => {
  stage = await startStage();
  form = await stage.newForm(rowOf([question("a"), question("b")]));
});
afterAll(() => stage.stop());

const own = () => (stage.broker.getLocalService("analytics") as unknown as AnalyticsService).own.pool;

async function search(text: string): Promise<string[]> {
  const page = paging("started_at", { search: text });
  const query = { caller: stage.caller, slug: form.slug, query: {}, paging: page };
  return (await stage.call("analytics.listResponses", query)).results.map(({ id }) => id);
}

async function abandon(session_id: string, event: "with its event" | "again"): Promise<void> {
  const { rows } = await stage.database.query("select revision from sessions.sessions where id = $1", [session_id]);
  const detail = await stage.call("analytics.getResponse", { caller: stage.caller, slug: form.slug, session_id });
  const { revision } = rows[0];
  const happened = event === "again" ? null : { id: randomUUID(), session: detail };
  await abandonMany(stage.database, [{ session_id, revision, now: new Date(), event: happened }]);
}

const words = () => `word${randomUUID().replaceAll("-", "")}`;
const answer = (session_id: string, node_id: string, value: string, back = false) =>
  stage.call("sessions.next", { session_id, body: { node_id, value, back } });

test("what was answered after an abandonment is found when the session is abandoned again", async () => {
  const [first, second] = [words(), words()];
  const session_id = await respond(stage.call, form.slug, { answers: [["a", first]], isCompleted: false });
  expect(await search(first)).toEqual([]);
  await abandon(session_id, "with its event");
  await stage.indexed();
  expect(await search(first)).toEqual([session_id]);
  await answer(session_id, "b", second);
  // on its way again, and not found by what it said before
  expect(await search(first)).toEqual([]);
  await abandon(session_id, "again");
  await stage.indexed();
  expect([await search(first), await search(second)]).toEqual([[session_id], [session_id]]);
  const { events } = await stage.call("sessions.claimEvents", { consumer: "test", limit: 1000 });
  const told = events.filter((event) => event.kind === "event" && event.event.data.session.id === session_id);
  expect(told.map((event) => event.kind === "event" && event.event.type)).toEqual([
    "session.started",
    "session.abandoned",
  ]);
});

test("an answer that going back replaced is not found", async () => {
  const [first, second] = [words(), words()];
  const session_id = await respond(stage.call, form.slug, { answers: [["a", first]], isCompleted: false });
  await abandon(session_id, "with its event");
  await stage.indexed();
  await answer(session_id, "a", second, true);
  await answer(session_id, "b", "more");
  await stage.call("sessions.complete", { session_id });
  await stage.indexed();
  expect([await search(first), await search(second)]).toEqual([[], [session_id]]);
});

test("an event stays until both have taken it in, whoever is first", async () => {
  const count = async (id: string) =>
    (await stage.database.query("select 1 from sessions.events where session_id = $1", [id])).rowCount;
  const claimed = async (session_id: string) => {
    const { rows } = await stage.database.query("select id from sessions.events where session_id = $1", [session_id]);
    return rows.map(({ id }) => id as string);
  };
  const one = await respond(stage.call, form.slug, {
    answers: [
      ["a", "x"],
      ["b", "y"],
    ],
  });
  await stage.indexed();
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
  await stage.indexed();
  expect(await count(two)).toBe(0);
});

test("a session that is erased while it is indexed is forgotten", async () => {
  const text = words();
  const session_id = await respond(stage.call, form.slug, {
    answers: [
      ["a", text],
      ["b", "y"],
    ],
  });
  let forgotten: Promise<void> = Promise.resolve();
  await inTurn(own(), async (client) => {
    await indexSessions(client, [session_id]);
    // erased between the reading and the commit
    await stage.call("sessions.erase", { form_id: form.form_id, session_id });
    forgotten = forgetSession(own(), session_id);
    await new Promise((done) => setTimeout(done, 100));
  });
  await forgotten;
  const { rowCount } = await stage.database.query("select 1 from analytics.search where session_id = $1", [session_id]);
  expect(rowCount).toBe(0);
});

test("an erasure that nobody could tell analytics of is found in the outbox", async () => {
  const session_id = await respond(stage.call, form.slug, {
    answers: [
      ["a", words()],
      ["b", "y"],
    ],
  });
  await stage.indexed();
  await stage.call("sessions.erase", { form_id: form.form_id, session_id });
  await stage.indexed();
  const { rowCount } = await stage.database.query("select 1 from analytics.search where session_id = $1", [session_id]);
  expect(rowCount).toBe(0);
});
