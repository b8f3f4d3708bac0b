import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { abandonBatch } from "../../../services/sessions/abandonment.ts";
import { type AbandonWrite, abandonSession } from "../../../services/sessions/store/abandon.ts";
import { earlier } from "../../support/onCitus.ts";
import {
  answer,
  complete,
  detail,
  events,
  lockSession,
  next,
  type Stage,
  short,
  start,
  startSessions,
  stored,
  toTheEnd,
} from "./stage.ts";

/** Idle sessions are abandoned once and lose nothing (decisions §5). */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

/** Runs the abandonment with this idle time. A negative one includes sessions that just moved. */
const look = async (afterMinutes = -1, process = 0) => {
  const { service } = stage.processes[process] as Stage["processes"][number];
  while (await abandonBatch(service, afterMinutes));
};

const status = async (id: string) => (await stored(stage, id)).status;

async function underWay(): Promise<string> {
  const id = await start(stage.call, await stage.newForm());
  await answer(stage.call, id, { welcome: null, name: "Ada" });
  return id;
}

test("abandons idle sessions with an event, and keeps active and completed ones", async () => {
  const id = await underWay();
  const done = await start(stage.call, await stage.newForm());
  await answer(stage.call, done, toTheEnd);
  await complete(stage.call, done);
  // it started long ago, but its last step counts
  await stage.database.query(`update sessions.sessions set started_at = ${earlier("started_at", "interval '1 day'")}`);
  await look(1);
  expect(await status(id)).toBe("in_progress");
  await look();
  expect(await status(id)).toBe("abandoned");
  expect(await status(done)).toBe("completed");
  const [event] = await events(stage, id, "session.abandoned");
  expect(event.session).toEqual(await detail(stage, id));
  expect(event.session).toMatchObject({ status: "abandoned", traversal_path: ["welcome", "name", "color"] });
});

test("sends the event once per session, however often it is abandoned", async () => {
  const id = await underWay();
  await Promise.all([look(), look(-1, 1), look()]);
  expect(await events(stage, id, "session.abandoned")).toHaveLength(1);
  await next(stage.call, id, "color", "blue");
  expect(await status(id)).toBe("in_progress");
  await look();
  expect(await status(id)).toBe("abandoned");
  expect(await events(stage, id, "session.abandoned")).toHaveLength(1);
  expect((await stored(stage, id)).answers_count).toBe(2);
});

test("doesn't count a repeat or a resume as activity", async () => {
  const id = await underWay();
  const { last_activity_at } = await stored(stage, id);
  await stage.call("sessions.resume", { session_id: id });
  await next(stage.call, id, "name", "Ada");
  expect((await stored(stage, id)).last_activity_at).toEqual(last_activity_at);
  await look();
  await stage.call("sessions.resume", { session_id: id });
  await next(stage.call, id, "name", "Ada");
  expect(await status(id)).toBe("abandoned");
});

test("completes a session that was abandoned at its end", async () => {
  const id = await start(stage.call, await stage.newForm());
  await answer(stage.call, id, toTheEnd);
  await look();
  expect(await complete(stage.call, id)).toMatchObject({ status: "completed", total_score: 37 });
  const types = (await events(stage, id)).map(({ type }) => type).sort();
  expect(types).toEqual(["session.abandoned", "session.completed", "session.started"]);
});

test("skips a locked session and abandons the others", async () => {
  const [locked, free] = [await underWay(), await underWay()];
  const unlock = await lockSession(stage, locked);
  await look();
  expect([await status(locked), await status(free)]).toEqual(["in_progress", "abandoned"]);
  await unlock();
  await look();
  expect(await status(locked)).toBe("abandoned");
});

test("skips a session that is locked between reading and writing", async () => {
  const [locked, free] = [await underWay(), await underWay()];
  const writes = await Promise.all([locked, free].map(writeFor));
  const unlock = await lockSession(stage, locked);
  expect(await Promise.all(writes.map((write) => abandonSession(stage.database, write)))).toEqual([false, true]);
  await unlock();
  expect([await status(locked), await status(free)]).toEqual(["in_progress", "abandoned"]);
});

test("keeps a session that takes a step first", async () => {
  const id = await underWay();
  const write = await writeFor(id);
  await next(stage.call, id, "color", "blue");
  expect(await abandonSession(stage.database, write)).toBe(false);
  expect(await stored(stage, id)).toMatchObject({ status: "in_progress", current_node_id: "age" });
  expect(await events(stage, id, "session.abandoned")).toEqual([]);
});

/** Returns the write for a session that is idle now. */
async function writeFor(sessionId: string): Promise<AbandonWrite> {
  const { revision } = await stored(stage, sessionId);
  const event = { id: randomUUID(), session: await detail(stage, sessionId) };
  return { sessionId, revision, now: new Date(), event };
}

test("abandons more sessions than fit one batch", async () => {
  const form = await stage.newForm(short());
  const ids = await Promise.all(Array.from({ length: 450 }, () => start(stage.call, form)));
  await look();
  expect(new Set(await Promise.all(ids.map(status)))).toEqual(new Set(["abandoned"]));
});
