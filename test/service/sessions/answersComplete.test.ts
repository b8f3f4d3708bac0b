import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Json } from "../../../shared/domain/graph/types.ts";
import {
  answer,
  complete,
  detail,
  events,
  failure,
  lock,
  outcomes,
  type Stage,
  short,
  start,
  startSessions,
  stored,
  toTheEnd,
} from "./stage.ts";

/** Answers that complete their session in the same commit (features §11.3). */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

const other = () => stage.processes[1]?.call as Stage["call"];

const send = (
  call: Stage["call"],
  sessionId: string,
  answers: Record<string, Json>,
  query: object = { complete: true },
) =>
  call("sessions.answers", {
    session_id: sessionId,
    body: { answers: Object.entries(answers).map(([nodeId, value]) => ({ node_id: nodeId, value })) },
    query,
  });

const name = { name: "Ada" };

test("completes with the answers, one event and the response of complete", async () => {
  const form = await stage.newForm();
  const id = await start(stage.call, form);
  const { completed, ...reply } = await send(stage.call, id, toTheEnd);
  expect(reply).toMatchObject({ next_node_id: "end", is_complete: true });
  const state = await stored(stage, id);
  expect(state).toMatchObject({ status: "completed", revision: 2, answers_count: 3 });
  expect(completed).toMatchObject({ completed_at: state.completed_at?.toISOString(), total_score: 37, max_score: 155 });
  expect(completed).toEqual(await complete(other(), id));
  const all = await events(stage, id, "session.completed");
  expect(all.map(({ session }) => session)).toEqual([await detail(stage, id)]);
});

test("repeats without effect, and concurrently", async () => {
  const form = await stage.newForm(short(), { response_limit: 1 });
  const id = await start(stage.call, form);
  const { results, errors } = await outcomes(
    Array.from({ length: 10 }, (_, at) => send(stage.processes[at % 2]?.call ?? stage.call, id, name)),
  );
  expect(errors).toEqual([]);
  expect(new Set(results.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect(results[0]?.completed).toMatchObject({ status: "completed" });
  expect(await events(stage, id, "session.completed")).toHaveLength(1);
  const without = await send(other(), id, name, {});
  expect(without).not.toHaveProperty("completed");
});

test("completes a session whose answers were sent before", async () => {
  const id = await start(stage.call, await stage.newForm(short()));
  expect(await send(stage.call, id, name, {})).not.toHaveProperty("completed");
  expect((await send(stage.call, id, name)).completed).toMatchObject({ status: "completed", end_node_id: "end" });
});

test("changes nothing before the end, or if an answer is refused", async () => {
  const id = await start(stage.call, await stage.newForm());
  expect(await send(stage.call, id, { welcome: null, name: "Ada" })).not.toHaveProperty("completed");
  const { welcome: _, name: __, ...rest } = toTheEnd;
  expect(await failure(send(stage.call, id, { ...rest, age: 200 }))).toMatchObject({ code: 400 });
  expect(await stored(stage, id)).toMatchObject({ status: "in_progress", current_node_id: "color" });
  // a repeat of these answers doesn't complete what follows
  await answer(stage.call, id, rest);
  expect(await send(stage.call, id, { welcome: null, name: "Ada" })).not.toHaveProperty("completed");
  expect((await stored(stage, id)).status).toBe("in_progress");
});

test("completes an abandoned session", async () => {
  const id = await start(stage.call, await stage.newForm(short()));
  await stage.database.query("update sessions.sessions set status = 'abandoned', was_abandoned = true where id = $1", [
    id,
  ]);
  expect((await send(other(), id, name)).completed).toMatchObject({ status: "completed" });
});

test("completes exactly the response limit, and stores the answers of the others", async () => {
  const form = await stage.newForm(short(), { response_limit: 5 });
  const ids = await Promise.all(Array.from({ length: 20 }, () => start(stage.call, form)));
  const sent = ids.map((id, at) => send(stage.processes[at % 2]?.call ?? stage.call, id, name));
  const { results, errors } = await outcomes(sent);
  expect(errors).toEqual([]);
  expect(results.filter(({ completed }) => completed)).toHaveLength(5);
  const states = await Promise.all(ids.map((id) => stored(stage, id)));
  expect(states.filter(({ status }) => status === "completed")).toHaveLength(5);
  expect(states.map(({ answers_count }) => answers_count)).toEqual(ids.map(() => 1));
  const open = states.find(({ status }) => status === "in_progress")?.id as string;
  expect(await send(stage.call, open, name)).not.toHaveProperty("completed");
  expect(await failure(complete(stage.call, open))).toMatchObject({ code: 409 });
});

test("takes turns in a form with a limit instead of locking others out", async () => {
  const count = 300;
  const form = await stage.newForm(short(), { response_limit: 100_000 });
  const ids = await Promise.all(Array.from({ length: count }, () => start(stage.call, form)));
  const before = await rollbacks();
  const { results, errors } = await outcomes(ids.map((id) => send(stage.call, id, name)));
  expect(errors).toEqual([]);
  expect(results.filter(({ completed }) => completed)).toHaveLength(count);
  // a transaction that meets the lock is rolled back
  expect((await rollbacks()) - before).toBeLessThan(count / 2);
}, 60_000);

/** Returns the number of rolled back transactions, once all connections have reported theirs. */
async function rollbacks(): Promise<number> {
  await stage.database.query("select pg_stat_force_next_flush()");
  const pools = stage.processes.flatMap(({ service }) => [service.database.pool]);
  const flush = (pool: Stage["database"]) => pool.query("select pg_stat_force_next_flush()");
  for (const pool of pools) await Promise.all(Array.from({ length: 20 }, () => flush(pool)));
  const { rows } = await stage.database.query(
    "select xact_rollback::integer as count from pg_stat_database where datname = current_database()",
  );
  return rows[0].count;
}

test("writes no answer without the completion if the form is locked", async () => {
  const form = await stage.newForm(short());
  const id = await start(stage.call, form);
  const body = { answers: [{ node_id: "name", value: "Ada" }] };
  const until = (deadline: number) =>
    stage.call("sessions.answers", { session_id: id, body, query: { complete: true } }, { meta: { deadline } });
  const unlock = await lock(stage, "select 1 from sessions.live_forms where form_id = $1 for update", [form.form_id]);
  expect(await failure(until(Date.now() + 300))).toMatchObject({ code: 503 });
  expect(await stored(stage, id)).toMatchObject({ revision: 0, status: "in_progress" });
  const waiting = send(stage.call, id, name);
  await unlock();
  expect((await waiting).completed).toMatchObject({ status: "completed" });
});
