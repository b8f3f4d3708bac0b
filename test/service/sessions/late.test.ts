import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import { past, serverProcesses, standStill } from "../../support/standstill.ts";
import {
  answer,
  anyBlocked,
  blocked,
  events,
  failure,
  lockInserts,
  next,
  type Stage,
  short,
  start,
  startSessions,
  stored,
} from "./stage.ts";

/** PostgreSQL pauses or is slow: a request that got 503 isn't applied later (docs/develop/retries.md). */
let stage: Stage;
let form: LiveForm;
beforeAll(async () => {
  stage = await startSessions();
  form = await stage.newForm(short());
  // reserves a share of the quota, so that later starts are one statement each
  await start(stage.call, form);
});
afterAll(() => stage?.stop());

type Meta = { deadline: number };

/** One of each write, with everything cached. `applied` checks the database. */
const writes = {
  async start() {
    const sessionId = randomUUID();
    const params = { slug: form.slug, session_id: sessionId, body: {}, user_agent: null };
    return {
      write: (meta: Meta) => stage.call("sessions.start", params, { meta }),
      applied: async () =>
        (await stage.database.query("select 1 from sessions.sessions where id = $1", [sessionId])).rows,
      nothing: [],
    };
  },
  async next() {
    const id = await start(stage.call, form);
    return {
      write: ({ deadline }: Meta) => next(stage.call, id, "name", "Ada", { deadline }),
      applied: async () => (await stored(stage, id)).visits,
      nothing: [],
    };
  },
  async back() {
    const id = await start(stage.call, form);
    await next(stage.call, id, "name", "Ada");
    return {
      write: ({ deadline }: Meta) => next(stage.call, id, "name", "Eve", { deadline, back: true }),
      applied: async () => (await stored(stage, id)).visits.map((visit) => visit.answer),
      nothing: ["Ada"],
    };
  },
  async answers() {
    const id = await start(stage.call, form);
    const body = { answers: [{ node_id: "name", value: "Ada" }] };
    return {
      write: (meta: Meta) =>
        stage.call("sessions.answers", { session_id: id, body, query: { complete: true } }, { meta }),
      applied: async () => [(await stored(stage, id)).revision, await events(stage, id, "session.completed")],
      nothing: [0, []],
    };
  },
  async complete() {
    const id = await start(stage.call, form);
    await answer(stage.call, id, { name: "Ada" });
    return {
      write: (meta: Meta) => stage.call("sessions.complete", { session_id: id }, { meta }),
      applied: async () => [(await stored(stage, id)).status, await events(stage, id, "session.completed")],
      nothing: ["in_progress", []],
    };
  },
};
const kinds = ["start", "next", "back", "answers", "complete"] as const;

test("applies nothing late after a pause of PostgreSQL", async () => {
  const prepared = await Promise.all(kinds.map((kind) => writes[kind]()));
  const pids = await serverProcesses(stage.database);
  const deadline = Date.now() + 500;
  const stopped = standStill(pids, deadline);
  const refused = await Promise.all(prepared.map(({ write }) => failure(write({ deadline }))));
  await stopped;
  expect(refused.map(({ code }) => code)).toEqual(kinds.map(() => 503));
  expect(await Promise.all(prepared.map(({ applied }) => applied()))).toEqual(prepared.map(({ nothing }) => nothing));
});

describe.each(kinds)("%s", (kind) => {
  test("isn't applied if its statement ends late", async () => {
    const { write, applied, nothing } = await writes[kind]();
    const unlock = await lockInserts(stage, kind === "next" || kind === "back" ? "visits" : "events");
    const deadline = Date.now() + 500;
    const refused = failure(write({ deadline }));
    // on a slow machine it may be refused before it is sent
    await Promise.race([anyBlocked(stage), refused]);
    await past(deadline);
    await unlock();
    expect(await refused).toMatchObject({ code: 503, message: expect.stringContaining("wasn't applied") });
    expect(await applied()).toEqual(nothing);
  });
});

test("fails only the late step of a statement", async () => {
  const [first, second, late, inTime] = await Promise.all([1, 2, 3, 4].map(() => start(stage.call, form)));
  const step = (id = "", deadline = Date.now() + 600_000) => next(stage.call, id, "name", "Ada", { deadline });
  const unlock = await lockInserts(stage, "visits");
  const waitingCalls = [failure(step(first))];
  await blocked(stage, 1);
  waitingCalls.push(failure(step(second)));
  const pids = await blocked(stage, 2);
  const deadline = Date.now() + 500;
  const refused = failure(step(late, deadline));
  const taken = step(inTime);
  // after a round trip both wait for their turn
  await stored(stage, late ?? "");
  // both slots are free, and the two waiting steps go together
  await stage.database.query("select pg_terminate_backend(unnest($1::integer[]))", [pids]);
  await Promise.all(waitingCalls);
  await anyBlocked(stage);
  await past(deadline);
  await unlock();
  expect(await refused).toMatchObject({ code: 503 });
  expect(await taken).toMatchObject({ next_node_id: "end" });
  expect((await stored(stage, late ?? "")).visits).toEqual([]);
});
