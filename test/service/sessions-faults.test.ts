import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import pg from "pg";
import { loadMany } from "../../services/sessions/store/load.ts";
import { type StepWrite, stepMany } from "../../services/sessions/store/step.ts";
import { type SessionStep, stepOf } from "../../services/sessions/walk.ts";
import {
  answer,
  blocked,
  complete,
  events,
  failure,
  lock,
  lockSession,
  next,
  outcomes,
  type Stage,
  short,
  start,
  startSessions,
  stored,
} from "./sessionsStage.ts";

/** The database goes away, waits or refuses: nobody's step is lost, applied late or stopped by another's. */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions();
});
afterAll(() => stage?.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

/** Sessions that wait for their name, in the order of their ids; warm in the process. */
async function waiting(count: number): Promise<string[]> {
  const form = await stage.newForm();
  const ids = await Promise.all(Array.from({ length: count }, () => start(stage.call, form)));
  for (const id of ids) await next(stage.call, id, "welcome");
  return ids.sort();
}

const current = async (id: string) => (await stored(stage, id)).current_node_id;

const terminate = (pids: number[]) =>
  stage.database.query("select pg_terminate_backend(unnest($1::integer[]))", [pids]);

test("a connection that ends in the middle of a batch is a 503, and the next call works", async () => {
  const [id] = (await waiting(1)) as [string];
  const unlock = await lockSession(stage, id);
  const step = failure(next(stage.call, id, "name", "Ada"));
  await terminate(await blocked(stage, 1));
  expect(await step).toMatchObject({ code: 503, type: "UNAVAILABLE" });
  await unlock();
  expect(await current(id)).toBe("name");
  await next(stage.call, id, "name", "Ada");
  expect(await current(id)).toBe("color");
});

test("a connection that ends fails its whole batch at once, and those behind it go on", async () => {
  const [first, second, ...others] = (await waiting(6)) as [string, string, ...string[]];
  const unlock = await lockSession(stage, first, second, ...others);
  const held = [next(stage.call, first, "name", "Ada"), next(stage.call, second, "name", "Ada")];
  await blocked(stage, 2);
  const batch = others.map((id) => next(stage.call, id, "name", "Ada"));
  const [lost, lostNext] = [outcomes(held), outcomes(batch)];
  await terminate(await blocked(stage, 2));
  expect((await lost).errors.map(({ code }) => code)).toEqual([503, 503]);
  await terminate(await blocked(stage, 1));
  expect((await lostNext).errors.map(({ code }) => code)).toEqual([503, 503, 503, 503]);
  await unlock();
  for (const id of [first, ...others])
    expect(await next(stage.call, id, "name", "Ada")).toMatchObject({ next_node_id: "color" });
});

test("the start, the completion and the reading of a session are 503 as well", async () => {
  const form = await stage.newForm(short());
  const id = await start(stage.call, form);
  await answer(stage.call, id, { name: "Ada" });
  const unlock = await lock(stage, "lock table sessions.sessions, sessions.live_forms in access exclusive mode");
  const calls = outcomes<unknown>([
    start(stage.call, form),
    complete(stage.call, id),
    stage.call("sessions.resume", { session_id: id }),
    stage.call("sessions.publicForm", { slug: form.slug }),
  ]);
  await terminate(await blocked(stage, 4));
  const { errors } = await calls;
  expect(errors.map(({ code }) => code)).toEqual([503, 503, 503, 503]);
  await unlock();
  await complete(stage.call, id);
  expect(await events(stage, id, "session.completed")).toHaveLength(1);
});

test("a step that turns late while it waits for its batch is refused and not applied; its batch mates are", async () => {
  const [first, second, late, punctual] = (await waiting(4)) as [string, string, string, string];
  const unlock = await lockSession(stage, first, second);
  const held = [next(stage.call, first, "name", "Ada"), next(stage.call, second, "name", "Ada")];
  await blocked(stage, 2);
  const refused = failure(next(stage.call, late, "name", "Ada", { deadline: Date.now() + 60_000 }));
  const taken = next(stage.call, punctual, "name", "Ada", { deadline: Date.now() + 3_600_000 });
  // a round trip later both wait for their turn
  await current(late);
  const now = Date.now();
  jest.spyOn(Date, "now").mockImplementation(() => now + 120_000);
  await unlock();
  expect(await refused).toMatchObject({ code: 503 });
  await Promise.all([...held, taken]);
  expect(await Promise.all([first, second, late, punctual].map(current))).toEqual(["color", "color", "name", "color"]);
});

test("a start and a completion that turn late are refused and not made", async () => {
  const form = await stage.newForm(short());
  const id = await start(stage.call, form);
  await answer(stage.call, id, { name: "Ada" });
  const meta = { deadline: Date.now() - 1 };
  const session_id = "00000000-0000-4000-8000-000000000001";
  const begin = { slug: form.slug, session_id, body: {}, user_agent: null };
  expect(await failure(stage.call("sessions.start", begin, { meta }))).toMatchObject({ code: 503 });
  expect(await failure(stage.call("sessions.complete", { session_id: id }, { meta }))).toMatchObject({ code: 503 });
  expect(await loadMany(stage.database, [session_id])).toEqual([null]);
  expect((await stored(stage, id)).status).toBe("in_progress");
});

test("batches that share sessions do not wait for one another in a circle", async () => {
  const [first, middle, last] = (await waiting(3)) as [string, string, string];
  const writes = new Map(await Promise.all([first, middle, last].map(async (id) => [id, await writeFor(id)] as const)));
  // as PostgreSQL carries it out where there are many sessions: by the index, in the order of the batch
  const options = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off";
  const pool = new pg.Pool({ connectionString: stage.url, options });
  const batch = (...ids: string[]) =>
    stepMany(
      pool,
      ids.map((id) => writes.get(id) as StepWrite),
    );
  const unlock = await lockSession(stage, middle);
  const forwards = batch(first, middle, last);
  await blocked(stage, 1);
  const backwards = batch(last, middle, first);
  await blocked(stage, 2);
  await unlock();
  expect(await Promise.all([forwards, backwards])).toEqual([
    [true, true, true],
    [false, false, false],
  ]);
  await pool.end();
});

/** The write of the answer "Ada" to the name. */
async function writeFor(id: string): Promise<StepWrite> {
  const state = await stored(stage, id);
  const versions = stage.processes[0]?.service.respondents.versions;
  if (!versions) throw new Error("there is no process");
  const version = await versions.get(state.version_id);
  const step: SessionStep = stepOf(version, state, { node_id: "name", value: "Ada" }, new Set(), new Date());
  if (step.kind !== "moved") throw new Error(step.kind);
  return step.write;
}

test("a row that PostgreSQL refuses fails alone", async () => {
  const ids = await waiting(6);
  const [first, second, bad, ...others] = ids as [string, string, string, ...string[]];
  const unlock = await lockSession(stage, first, second);
  const held = [next(stage.call, first, "name", "Ada"), next(stage.call, second, "name", "Ada")];
  await blocked(stage, 2);
  const warm = stage.processes[0]?.service.respondents.warm;
  const state = warm?.get(bad);
  // a count that fits no integer
  if (state) warm?.set(bad, { ...state, answers_count: 0, revision: 2 ** 40 });
  const settled = outcomes([bad, ...others].map((id) => next(stage.call, id, "name", "Ada")));
  await current(bad);
  await unlock();
  await Promise.all(held);
  const { results, errors } = await settled;
  expect([results.length, errors.length]).toEqual([3, 1]);
  expect(await Promise.all(ids.map(current))).toEqual(ids.map((id) => (id === bad ? "name" : "color")));
});
