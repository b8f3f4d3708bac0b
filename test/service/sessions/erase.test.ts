import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { testOnOneServer } from "../../support/onCitus.ts";
import {
  answer,
  blocked,
  complete,
  failure,
  lock,
  lockInserts,
  next,
  outcomes,
  type Stage,
  start,
  startSessions,
  toTheEnd,
} from "./stage.ts";

/** Erasing a session (decisions §6) leaves nothing, whatever happens concurrently. */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

/** Counts the session's remaining rows, except the record of its erasure. */
async function traces(id: string): Promise<Record<string, number>> {
  const { rows } = await stage.database.query(
    `select (select count(*)::integer from sessions.sessions where id = $1) as sessions,
      (select count(*)::integer from sessions.visits where session_id = $1) as visits,
      (select count(*)::integer from sessions.events where session_id = $1 and type <> 'session.erased') as events`,
    [id],
  );
  return rows[0];
}

const none = { sessions: 0, visits: 0, events: 0 };
const other = () => stage.processes[1]?.call as Stage["call"];

test("deletes its rows, cut-off visits and events, and returns 404 under another form", async () => {
  const form = await stage.newForm();
  const stranger = await stage.newForm();
  const id = await start(stage.call, form);
  const mate = await start(stage.call, form);
  await answer(stage.call, id, toTheEnd);
  await next(stage.call, id, "color", "red", { back: true });
  await answer(stage.call, id, { picture: "cat", age: 1 });
  await complete(stage.call, id);
  const erase = (formId: string) => stage.call("sessions.erase", { form_id: formId, session_id: id });
  expect(await failure(erase(stranger.form_id))).toMatchObject({ code: 404 });
  expect(await traces(id)).toEqual({ sessions: 1, visits: 6, events: 2 });
  await erase(form.form_id);
  expect(await traces(id)).toEqual(none);
  expect(await failure(erase(form.form_id))).toMatchObject({ code: 404 });
  expect(await traces(mate)).toEqual({ sessions: 1, visits: 0, events: 1 });
});

test.each([
  ["step", (id: string) => next(other(), id, "age", 1)],
  ["step back", (id: string) => next(other(), id, "name", "Eve", { back: true })],
] as const)("leaves no row after a concurrent %s", async (_, step) => {
  for (let round = 0; round < 15; round += 1) {
    const form = await stage.newForm();
    const id = await start(stage.call, form);
    await answer(other(), id, { welcome: null, name: "Ada", color: "blue" });
    const { errors } = await outcomes<unknown>([
      step(id),
      stage.call("sessions.erase", { form_id: form.form_id, session_id: id }),
    ]);
    for (const error of errors) expect(error).toMatchObject({ code: 404 });
    expect(await traces(id)).toEqual(none);
  }
});

testOnOneServer("makes setting a limit wait, and isn't counted", async () => {
  const form = await stage.newForm();
  const id = await start(stage.call, form);
  await answer(stage.call, id, toTheEnd);
  await complete(stage.call, id);
  const unlock = await lock(stage, "select 1 from sessions.visits where session_id = $1 for update", [id]);
  const erasure = stage.call("sessions.erase", { form_id: form.form_id, session_id: id });
  await blocked(stage, 1);
  const setting = stage.change(form, { response_limit: 1 });
  await blocked(stage, 2);
  await unlock();
  await Promise.all([erasure, setting]);
  await answer(stage.call, await start(stage.call, form), { welcome: null });
  const { rows } = await stage.database.query("select completed_count from sessions.live_forms where form_id = $1", [
    form.form_id,
  ]);
  expect(rows).toEqual([{ completed_count: 0 }]);
});

test("leaves no row after a concurrent completion, and keeps the count exact", async () => {
  for (let round = 0; round < 15; round += 1) {
    const form = await stage.newForm(undefined, { response_limit: 5 });
    const id = await start(stage.call, form);
    await answer(other(), id, toTheEnd);
    const { errors } = await outcomes<unknown>([
      complete(other(), id),
      stage.call("sessions.erase", { form_id: form.form_id, session_id: id }),
    ]);
    for (const error of errors) expect(error).toMatchObject({ code: 404 });
    expect(await traces(id)).toEqual(none);
    const { rows } = await stage.database.query("select completed_count from sessions.live_forms where form_id = $1", [
      form.form_id,
    ]);
    expect(rows).toEqual([{ completed_count: 0 }]);
  }
});

describe("starting again with the id of an erased session", () => {
  const refused = { code: 409, message: expect.stringContaining("deleted"), data: { body: { is_deleted: true } } };
  const startAgain = (form: { slug: string }, id: string, call = stage.call) =>
    call("sessions.start", { slug: form.slug, session_id: randomUUID(), body: { id }, user_agent: null });

  test("returns 409 in every process, and 404 with `is_deleted` for other requests", async () => {
    const form = await stage.newForm();
    const id = await start(stage.call, form);
    await stage.call("sessions.erase", { form_id: form.form_id, session_id: id });
    expect(await failure(startAgain(form, id))).toMatchObject(refused);
    expect(await failure(startAgain(form, id.toUpperCase(), other()))).toMatchObject(refused);
    expect(await failure(next(other(), id, "welcome", null))).toMatchObject({ ...refused, code: 404 });
    const unknown = await failure(next(other(), randomUUID(), "welcome", null));
    expect(unknown).toMatchObject({ code: 404, data: {} });
    expect(unknown.data?.body).toBeUndefined();
    expect(await traces(id)).toEqual(none);
  });

  testOnOneServer("returns 409 during the erasure, and starts the other sessions of the batch", async () => {
    const form = await stage.newForm();
    const id = await start(stage.call, form);
    const unlock = await lockInserts(stage, "events");
    const erasure = stage.call("sessions.erase", { form_id: form.form_id, session_id: id });
    await blocked(stage, 1);
    const again = failure(startAgain(form, id));
    const mate = start(stage.call, form);
    await blocked(stage, 2);
    await unlock();
    await erasure;
    expect(await again).toMatchObject(refused);
    expect(await traces(await mate)).toMatchObject({ sessions: 1 });
    expect(await traces(id)).toEqual(none);
  });
});
