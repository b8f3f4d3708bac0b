import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { loadMany } from "../../../services/sessions/store/sessions.ts";
import { type StepWrite, stepMany, stepOne } from "../../../services/sessions/store/step.ts";
import { type SessionStep, stepOf } from "../../../services/sessions/walk.ts";
import {
  answer,
  blocked,
  complete,
  events,
  failure,
  lock,
  lockSession,
  lockWrites,
  next,
  outcomes,
  type Stage,
  short,
  start,
  startSessions,
  stored,
} from "./stage.ts";

/** Database faults: no step is lost, applied late or blocked by another. */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions();
});
afterAll(() => stage?.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

/** Returns sessions that wait for `name`, sorted by id and cached. */
async function waiting(count: number): Promise<string[]> {
  const form = await stage.newForm();
  const ids = await Promise.all(Array.from({ length: count }, () => start(stage.call, form)));
  for (const id of ids) await next(stage.call, id, "welcome");
  return ids.sort();
}

const current = async (id: string) => (await stored(stage, id)).current_node_id;

const terminate = (pids: number[]) =>
  stage.database.query("select pg_terminate_backend(unnest($1::integer[]))", [pids]);

test("returns 503 if the connection ends within a batch, and works again for the next call", async () => {
  const [id] = (await waiting(1)) as [string];
  const unlock = await lockWrites(stage);
  const step = failure(next(stage.call, id, "name", "Ada"));
  await terminate(await blocked(stage, 1));
  expect(await step).toMatchObject({ code: 503, type: "UNAVAILABLE" });
  await unlock();
  expect(await current(id)).toBe("name");
  await next(stage.call, id, "name", "Ada");
  expect(await current(id)).toBe("color");
});

test("fails a whole batch with its connection, and runs the next ones", async () => {
  const [first, second, ...others] = (await waiting(6)) as [string, string, ...string[]];
  const unlock = await lockWrites(stage);
  const waitingCalls = [next(stage.call, first, "name", "Ada")];
  await blocked(stage, 1);
  waitingCalls.push(next(stage.call, second, "name", "Ada"));
  await blocked(stage, 2);
  const batch = others.map((id) => next(stage.call, id, "name", "Ada"));
  const [lost, lostNext] = [outcomes(waitingCalls), outcomes(batch)];
  await terminate(await blocked(stage, 2));
  expect((await lost).errors.map(({ code }) => code)).toEqual([503, 503]);
  await terminate(await blocked(stage, 1));
  expect((await lostNext).errors.map(({ code }) => code)).toEqual([503, 503, 503, 503]);
  await unlock();
  for (const id of [first, ...others])
    expect(await next(stage.call, id, "name", "Ada")).toMatchObject({ next_node_id: "color" });
});

test("returns 503 for start, complete and reads too", async () => {
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

test("refuses a step that is late after waiting for its batch, and applies the others", async () => {
  const [first, second, late, inTime] = (await waiting(4)) as [string, string, string, string];
  const unlock = await lockWrites(stage);
  const waitingCalls = [next(stage.call, first, "name", "Ada")];
  await blocked(stage, 1);
  waitingCalls.push(next(stage.call, second, "name", "Ada"));
  await blocked(stage, 2);
  const refused = failure(next(stage.call, late, "name", "Ada", { deadline: Date.now() + 60_000 }));
  const taken = next(stage.call, inTime, "name", "Ada", { deadline: Date.now() + 3_600_000 });
  // after a round trip both wait for their turn
  await current(late);
  const now = Date.now();
  jest.spyOn(Date, "now").mockImplementation(() => now + 120_000);
  await unlock();
  expect(await refused).toMatchObject({ code: 503 });
  await Promise.all([...waitingCalls, taken]);
  expect(await Promise.all([first, second, late, inTime].map(current))).toEqual(["color", "color", "name", "color"]);
});

test("refuses a start and a completion that become late", async () => {
  const form = await stage.newForm(short());
  const id = await start(stage.call, form);
  await answer(stage.call, id, { name: "Ada" });
  const meta = { deadline: Date.now() - 1 };
  const sessionId = "00000000-0000-4000-8000-000000000001";
  const begin = { slug: form.slug, session_id: sessionId, body: {}, user_agent: null };
  expect(await failure(stage.call("sessions.start", begin, { meta }))).toMatchObject({ code: 503 });
  expect(await failure(stage.call("sessions.complete", { session_id: id }, { meta }))).toMatchObject({ code: 503 });
  expect(await loadMany(stage.database, [sessionId])).toEqual([null]);
  expect((await stored(stage, id)).status).toBe("in_progress");
});

describe("a locked row", () => {
  test("blocks only its own request and uses no connection", async () => {
    const ids = (await waiting(32)).slice(0, 16);
    const form = await stage.newForm(short());
    const atEnd = await Promise.all(["one", "two"].map(() => start(stage.call, form)));
    for (const id of atEnd) await answer(stage.call, id, { name: "Ada" });
    const [lockedEnd, freeEnd] = atEnd as [string, string];
    const locked = ids.slice(0, 8);
    const unlock = await lockSession(stage, ...locked, lockedEnd);
    // more than a batch has slots and the pool has connections
    const waitingCalls = [...locked.map((id) => next(stage.call, id, "name", "Ada")), complete(stage.call, lockedEnd)];
    const erased = outcomes(
      Array.from({ length: 12 }, () => stage.call("sessions.erase", { form_id: form.form_id, session_id: lockedEnd })),
    );
    await Promise.all(ids.slice(8).map((id) => next(stage.call, id, "name", "Ada")));
    await complete(stage.call, freeEnd);
    await start(stage.call, form);
    await blocked(stage, 0);
    expect(await Promise.all(locked.map(current))).toEqual(locked.map(() => "name"));
    await unlock();
    await outcomes<unknown>(waitingCalls);
    expect((await erased).results).toHaveLength(1);
    expect(await Promise.all(ids.map(current))).toEqual(ids.map(() => "color"));
  });

  test("is written once it is free, unless the step is late", async () => {
    const [patient, late] = (await waiting(2)) as [string, string];
    const unlock = await lockSession(stage, patient, late);
    const taken = next(stage.call, patient, "name", "Ada");
    const deadline = Date.now() + 300;
    const { form_id } = await stored(stage, late);
    const erase = { form_id, session_id: late };
    const refused = await outcomes<unknown>([
      next(stage.call, late, "name", "Ada", { deadline }),
      stage.call("sessions.erase", erase, { meta: { deadline } }),
    ]);
    expect(refused.errors.map(({ code }) => code)).toEqual([503, 503]);
    await unlock();
    await taken;
    expect([await current(patient), await current(late)]).toEqual(["color", "name"]);
  });

  test("differs from a moved and a deleted session", async () => {
    const [locked, moved, gone, free] = (await waiting(4)) as [string, string, string, string];
    const writes = await Promise.all([locked, moved, gone, free].map(writeFor));
    await next(stage.call, moved, "name", "Eve");
    await stage.database.query("delete from sessions.sessions where id = $1", [gone]);
    const unlock = await lockSession(stage, locked, moved);
    expect(await stepMany(stage.database, writes)).toEqual([null, null, null, true]);
    expect(await each(writes)).toEqual(["locked", false, false, false]);
    await unlock();
    // the mark of its lock stays until the next change, so the fast statement leaves it out
    expect(await stepMany(stage.database, writes)).toEqual([null, null, null, null]);
    expect(await each(writes)).toEqual([true, false, false, false]);
    const [{ revision, ...write }] = writes as [StepWrite];
    expect(await stepMany(stage.database, [{ ...write, revision: revision + 1 }])).toEqual([true]);
  });
});

const each = (writes: StepWrite[]) =>
  Promise.all(writes.map((write) => stepOne(stage.database, { ...write, deadline: undefined })));

/** Returns the write that answers `name` with "Ada". */
async function writeFor(id: string): Promise<StepWrite> {
  const state = await stored(stage, id);
  const versions = stage.processes[0]?.service.respondents.versions;
  if (!versions) throw new Error("there is no process");
  const version = await versions.get(state.version_id);
  const step: SessionStep = stepOf(
    version,
    state,
    { node_id: "name", value: "Ada" },
    { issued: new Set(), key: null, now: new Date() },
  );
  if (step.kind !== "moved") throw new Error(step.kind);
  return step.write;
}

test("fails alone if PostgreSQL rejects it", async () => {
  const ids = await waiting(6);
  const [first, second, bad, ...others] = ids as [string, string, string, ...string[]];
  const unlock = await lockWrites(stage);
  const waitingCalls = [next(stage.call, first, "name", "Ada")];
  await blocked(stage, 1);
  waitingCalls.push(next(stage.call, second, "name", "Ada"));
  await blocked(stage, 2);
  const warm = stage.processes[0]?.service.respondents.warm;
  const state = warm?.get(bad);
  // a count that fits no integer
  if (state) warm?.set(bad, { ...state, answers_count: 0, revision: 2 ** 40 });
  const settled = outcomes([bad, ...others].map((id) => next(stage.call, id, "name", "Ada")));
  await current(bad);
  await unlock();
  await Promise.all(waitingCalls);
  const { results, errors } = await settled;
  expect([results.length, errors.length]).toEqual([3, 1]);
  expect(await Promise.all(ids.map(current))).toEqual(ids.map((id) => (id === bad ? "name" : "color")));
});
