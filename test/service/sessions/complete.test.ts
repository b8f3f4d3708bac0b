import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import { testOnOneServer } from "../../support/onCitus.ts";
import {
  answer,
  blocked,
  complete,
  detail,
  events,
  failure,
  lock,
  lockInserts,
  lockSession,
  outcomes,
  type Stage,
  short,
  start,
  startSessions,
  stored,
  toTheEnd,
} from "./stage.ts";

/** Completing a session once, within the form's response_limit (decisions §5). */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

const other = () => stage.processes[1]?.call as Stage["call"];

/** Returns sessions of a short form that can be completed. */
async function atTheirEnd(form: LiveForm, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const id = await start(stage.call, form);
      await answer(stage.call, id, { name: "Ada" });
      return id;
    }),
  );
}

const completeAll = (ids: string[]) =>
  outcomes(ids.map((id, at) => complete(stage.processes[at % 2]?.call ?? stage.call, id)));

async function counts({ form_id }: LiveForm): Promise<{ completed: number; counted: number }> {
  const { rows } = await stage.database.query(
    `select (select count(*)::integer from sessions.sessions where form_id = $1 and status = 'completed') as completed,
      completed_count as counted from sessions.live_forms where form_id = $1`,
    [form_id],
  );
  return rows[0];
}

describe("one session", () => {
  test("returns 409 before its end, and completes with an event at its end", async () => {
    const form = await stage.newForm();
    const id = await start(stage.call, form);
    for (const [nodeId, value] of Object.entries(toTheEnd)) {
      expect(await failure(complete(stage.call, id))).toMatchObject({
        code: 409,
        data: { body: { current_node_id: nodeId } },
      });
      await answer(stage.call, id, { [nodeId]: value });
    }
    const reply = await complete(stage.call, id);
    const state = await stored(stage, id);
    expect(reply).toEqual({
      id,
      status: "completed",
      completed_at: state.completed_at?.toISOString(),
      end_node_id: "end",
      total_score: 37,
      max_score: 155,
    });
    const [event] = await events(stage, id, "session.completed");
    expect(event).toMatchObject({
      form_id: form.form_id,
      occurred_at: state.completed_at,
      form: { id: form.form_id, slug: form.slug, title: form.title },
    });
    expect(event.session).toEqual(await detail(stage, id));
  });

  test("repeats without a second event, concurrently and after the form is full or gone", async () => {
    const form = await stage.newForm(undefined, { response_limit: 1 });
    const id = await start(stage.call, form);
    await answer(stage.call, id, toTheEnd);
    const { results, errors } = await completeAll(Array(20).fill(id));
    expect(errors).toEqual([]);
    await stage.change(form, { is_active: false, is_accepting_responses: false });
    for (const { call } of stage.processes) expect(await complete(call, id)).toEqual(results[0]);
    expect(new Set(results.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await events(stage, id, "session.completed")).toHaveLength(1);
    expect(await counts(form)).toEqual({ completed: 1, counted: 1 });
  });

  test("hides the score if the end screen doesn't show it", async () => {
    const id = await start(stage.call, await stage.newForm());
    await answer(stage.call, id, { ...toTheEnd, age: 120 });
    const result = await complete(stage.call, id);
    expect(result).toMatchObject({ end_node_id: "late", total_score: null });
    expect(result).not.toHaveProperty("max_score");
    expect((await stored(stage, id)).total_score).toBe(121);
  });

  test("completes what the database has, even if this process has an outdated session", async () => {
    const id = await start(stage.call, await stage.newForm());
    await answer(stage.call, id, { welcome: null, name: "Ada" });
    await answer(other(), id, { color: "blue", age: 36 });
    expect(await complete(stage.call, id)).toMatchObject({ total_score: 37, max_score: 5 + 150 });

    const left = await start(stage.call, await stage.newForm());
    await answer(stage.call, left, toTheEnd);
    await other()("sessions.next", { session_id: left, body: { node_id: "name", value: "Eve", back: true } });
    expect(await failure(complete(stage.call, left))).toMatchObject({ code: 409 });
    expect((await stored(stage, left)).status).toBe("in_progress");
  });

  test("applies either a complete or a concurrent step back", async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await start(stage.call, await stage.newForm());
      await answer(stage.call, id, toTheEnd);
      const goBack = other()("sessions.next", { session_id: id, body: { node_id: "age", value: 120, back: true } });
      const [completed, moved] = await Promise.allSettled([complete(stage.call, id), goBack]);
      const state = await stored(stage, id);
      const [event] = await events(stage, id, "session.completed");
      expect(completed.status).toBe("fulfilled");
      expect(event.session).toEqual(await detail(stage, id));
      expect(state.current_node_id).toBe(moved.status === "fulfilled" ? "late" : "end");
    }
  });
});

describe("response_limit", () => {
  test("completes exactly 50 of 200 concurrent sessions on two processes, and keeps the others' answers", async () => {
    const form = await stage.newForm(short(), { response_limit: 50 });
    const ids = await atTheirEnd(form, 200);
    const { results, errors } = await completeAll(ids);
    expect([results.length, errors.length]).toEqual([50, 150]);
    for (const error of errors) expect(error).toMatchObject({ code: 409, data: { body: { current_node_id: "end" } } });
    expect(await counts(form)).toEqual({ completed: 50, counted: 50 });
    const done = new Set(results.map(({ id }) => id));
    for (const id of ids.filter((candidate) => !done.has(candidate)))
      expect(await stored(stage, id)).toMatchObject({ status: "in_progress", answers_count: 1 });
  });

  test("doesn't count a locked session, so another completes", async () => {
    const form = await stage.newForm(short(), { response_limit: 1 });
    const [first, second] = (await atTheirEnd(form, 2)) as [string, string];
    const unlock = await lockSession(stage, first);
    const refused = failure(complete(stage.call, first));
    await complete(other(), second);
    await unlock();
    expect(await refused).toMatchObject({ code: 409 });
    expect(await counts(form)).toEqual({ completed: 1, counted: 1 });
  });

  test("reserves the last completion for one session without blocking other forms", async () => {
    const form = await stage.newForm(short(), { response_limit: 1 });
    const [first, second] = (await atTheirEnd(form, 2)) as [string, string];
    const [elsewhere] = (await atTheirEnd(await stage.newForm(short(), { response_limit: 1 }), 1)) as [string];
    const unlock = await lock(stage, "select 1 from sessions.live_forms where form_id = $1 for update", [form.form_id]);
    const both = completeAll([first, second]);
    await complete(stage.call, elsewhere);
    await blocked(stage, 0);
    await unlock();
    const { results, errors } = await both;
    expect([results.length, errors.length]).toEqual([1, 1]);
    expect(await counts(form)).toEqual({ completed: 1, counted: 1 });
  });

  test("never completes more than a limit set in between, or than had completed when it was set", async () => {
    for (let round = 0; round < 5; round += 1) {
      const form = await stage.newForm(short());
      const ids = await atTheirEnd(form, 60);
      const completions = completeAll(ids);
      await stage.change(form, { response_limit: 20 });
      const { completed: before } = await counts(form);
      const { results, errors } = await completions;
      expect(results.length).toBe(Math.max(20, before));
      expect(await counts(form)).toEqual({ completed: results.length, counted: results.length });
      for (const error of errors) expect(error).toMatchObject({ code: 409 });
    }
  });

  testOnOneServer("counts a completion in progress against a limit being set", async () => {
    const form = await stage.newForm(short());
    const [first, second] = (await atTheirEnd(form, 2)) as [string, string];
    const unlock = await lockInserts(stage, "events");
    const completion = complete(stage.call, first);
    await blocked(stage, 1);
    const setting = stage.change(form, { response_limit: 1 });
    await blocked(stage, 2);
    await unlock();
    await Promise.all([completion, setting]);
    expect(await counts(form)).toEqual({ completed: 1, counted: 1 });
    expect(await failure(complete(other(), second))).toMatchObject({ code: 409 });
  });

  testOnOneServer("frees a completion for an erasure in progress while a limit is being set", async () => {
    const form = await stage.newForm(short());
    const [first, second, third] = (await atTheirEnd(form, 3)) as [string, string, string];
    await complete(stage.call, first);
    await complete(stage.call, second);
    const unlock = await lockInserts(stage, "events");
    const erasure = stage.call("sessions.erase", { form_id: form.form_id, session_id: first });
    await blocked(stage, 1);
    const setting = stage.change(form, { response_limit: 2 });
    await blocked(stage, 2);
    await unlock();
    await Promise.all([erasure, setting]);
    expect(await counts(form)).toEqual({ completed: 1, counted: 1 });
    await complete(other(), third);
  });

  test("applies a limit to completions that meet it while it is set", async () => {
    const form = await stage.newForm(short());
    const ids = await atTheirEnd(form, 4);
    const others = await atTheirEnd(await stage.newForm(short()), 2);
    const set = "update sessions.live_forms set response_limit = 1 where form_id = $1";
    const commit = await lock(stage, set, [form.form_id], "commit");
    const completions = completeAll(ids);
    // completions of another form that were sent later are done
    await completeAll(others);
    await commit();
    expect((await completions).results).toHaveLength(1);
    expect(await counts(form)).toEqual({ completed: 1, counted: 1 });
  });

  test("counts all completed sessions when a limit is removed and set again", async () => {
    let form = await stage.newForm(short(), { response_limit: 1 });
    const ids = await atTheirEnd(form, 6);
    await completeAll(ids.slice(0, 2));
    form = await stage.change(form, { response_limit: null });
    expect((await completeAll(ids.slice(2, 4))).errors).toEqual([]);
    form = await stage.change(form, { response_limit: 4 });
    const { completed, counted } = await counts(form);
    expect(counted).toBe(completed);
    const { results } = await completeAll(ids);
    expect(results).toHaveLength(4);
    expect(await counts(form)).toEqual({ completed: 4, counted: 4 });
  });

  test("frees a completion for an erased session, but not for one that never completed", async () => {
    const form = await stage.newForm(short(), { response_limit: 1 });
    const [first, second, third] = (await atTheirEnd(form, 3)) as [string, string, string];
    const erase = (sessionId: string) => stage.call("sessions.erase", { form_id: form.form_id, session_id: sessionId });
    await complete(stage.call, first);
    await erase(second);
    expect(await failure(complete(stage.call, third))).toMatchObject({ code: 409 });
    await erase(first);
    await complete(stage.call, third);
    expect(await counts(form)).toEqual({ completed: 1, counted: 1 });
  });

  test("keeps limits of forms in one statement apart", async () => {
    const full = await stage.newForm(short(), { response_limit: 2 });
    const free = await stage.newForm(short());
    const roomy = await stage.newForm(short(), { response_limit: 100 });
    const ids = await Promise.all([full, free, roomy].map((form) => atTheirEnd(form, 10)));
    await completeAll(ids.flat());
    expect(await Promise.all([full, free, roomy].map(counts))).toEqual([
      { completed: 2, counted: 2 },
      { completed: 10, counted: 0 },
      { completed: 10, counted: 10 },
    ]);
  });

  test("doesn't serialize completions of a form without a limit", async () => {
    const form = await stage.newForm(short());
    const ids = await atTheirEnd(form, 10);
    const unlock = await lock(stage, "select 1 from sessions.live_forms where form_id = $1 for share", [form.form_id]);
    expect((await completeAll(ids)).errors).toEqual([]);
    await unlock();
  });
});
