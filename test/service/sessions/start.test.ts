import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import {
  answer,
  complete,
  events,
  failure,
  outcomes,
  type Stage,
  start,
  startSessions,
  stored,
  texts,
  toTheEnd,
} from "./stage.ts";

/** Starting a session (spec POST start, decisions §5). */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

const startAs = (form: { slug: string }, sessionId: string, call = stage.call, hidden = {}) =>
  call("sessions.start", { slug: form.slug, session_id: sessionId, body: { hidden }, user_agent: "Mozilla" });

test("caches a session as it is stored", async () => {
  const form = await stage.newForm();
  const id = await start(stage.call, form, { plan: "prö" });
  const kept = stage.processes[0]?.service.respondents.warm.get(id);
  expect(kept).toEqual(await stored(stage, id));
});

const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

test("returns the reply, and stores the session and its event", async () => {
  const form = await stage.newForm();
  const id = randomUUID();
  const reply = await startAs(form, id, stage.call, { plan: "pro" });
  expect(reply).toEqual({
    id,
    current_node_id: "welcome",
    traversal_path: ["welcome"],
    status: "in_progress",
    started_at: expect.stringMatching(/Z$/),
    version_number: 1,
  });
  expect(await stored(stage, id)).toMatchObject({
    form_id: form.form_id,
    version_number: 1,
    status: "in_progress",
    revision: 0,
    current_shown_at: new Date(reply.started_at),
    last_activity_at: new Date(reply.started_at),
    hidden: { plan: "pro" },
    user_agent: "Mozilla",
    answers_bytes: 14,
  });
  expect(await events(stage, id)).toMatchObject([
    {
      type: "session.started",
      form_id: form.form_id,
      occurred_at: new Date(reply.started_at),
      form: { id: form.form_id, slug: form.slug, title: form.title },
    },
  ]);
});

test("finds its session when repeated, with the same reply and one event", async () => {
  const form = await stage.newForm();
  const id = randomUUID();
  const calls = Array.from({ length: 20 }, (_, at) => startAs(form, id, stage.processes[at % 2]?.call));
  const { results, errors } = await outcomes(calls);
  expect(errors).toEqual([]);
  expect(new Set(results.map((reply) => JSON.stringify(reply))).size).toBe(1);
  await answer(stage.call, id, { welcome: null, name: "Ada" });
  await stage.change(form, { is_active: false });
  expect(await startAs(form, id)).toEqual(results[0]);
  expect(await events(stage, id)).toHaveLength(1);
});

describe("an id from the client", () => {
  const startWith = (slug: string, id: string, hidden = {}, call = stage.call) =>
    call("sessions.start", { slug, session_id: randomUUID(), body: { id, hidden }, user_agent: null });

  test("identifies the session, and a repeat gets the first reply whatever changed", async () => {
    const form = await stage.newForm();
    const id = randomUUID();
    const first = await startWith(form.slug, id.toUpperCase());
    expect(first).toMatchObject({ id, version_number: 1 });
    await answer(stage.call, id, { welcome: null, name: "Ada" });
    const version = { id: randomUUID(), version_number: 2 };
    const graph = { version_id: version.id, version_number: 2, graph: texts(1) };
    await stage.call("sessions.putLiveForm", { form: { ...form, revision: 2, version }, graph });
    for (const hidden of [{}, { plan: "pro" }, { unknown: "x" }, { "no field": "x" }]) {
      expect(await startWith(form.slug, id, hidden)).toEqual(first);
    }
    await stage.change({ ...form, revision: 2, version }, { is_accepting_responses: false });
    expect(await startWith(form.slug, id, {}, stage.processes[1]?.call)).toEqual(first);
    expect((await stored(stage, id)).hidden).toEqual({});
    expect(await events(stage, id)).toHaveLength(1);
  });

  test("returns 409 for another form's session, also under concurrency", async () => {
    const [one, two] = [await stage.newForm(), await stage.newForm()];
    for (let round = 0; round < 5; round += 1) {
      const id = randomUUID();
      const calls = [one, two].map(({ slug }, at) => startWith(slug, id, {}, stage.processes[at]?.call));
      const { results, errors } = await outcomes(calls);
      expect([results.length, errors[0]?.code]).toEqual([1, 409]);
    }
  });
});

describe("a closed form", () => {
  const closed: [string, RegExp, string, Partial<LiveForm>][] = [
    ["not accepting responses", /^This form is closed\.$/, "form_closed", { is_accepting_responses: false }],
    ["before opens_at", /^This form isn't open yet\. It opens at \d{4}-.*Z\.$/, "not_open", { opens_at: minutes(1) }],
    ["after closes_at", /^This form is closed\.$/, "form_closed", { closes_at: minutes(-1) }],
  ];

  test.each(closed)(
    "%s returns 409 with the owner's message or the reason, and its code",
    async (_, reason, code, changes) => {
      const form = await stage.newForm(undefined, changes);
      const id = randomUUID();
      expect(await failure(startAs(form, id))).toMatchObject({
        code: 409,
        message: expect.stringMatching(reason),
        data: { body: { code } },
      });
      await stage.change(form, { ...changes, closed_message: "Come back in May." });
      expect(await failure(startAs(form, id))).toMatchObject({
        code: 409,
        message: "Come back in May.",
        data: { body: { code: "closed_message" } },
      });
      expect(await events(stage, id)).toEqual([]);
    },
  );

  test("accepts respondents within its window", async () => {
    await startAs(await stage.newForm(undefined, { opens_at: minutes(-1), closes_at: minutes(1) }), randomUUID());
  });

  test("returns 409 when full, and opens again when there is room", async () => {
    const form = await stage.newForm(undefined, { response_limit: 1 });
    const id = await start(stage.call, form);
    await start(stage.call, form);
    await answer(stage.call, id, toTheEnd);
    await complete(stage.call, id);
    const reason = "This form has reached its response limit.";
    expect(await failure(startAs(form, randomUUID()))).toMatchObject({ code: 409, message: reason });
    await stage.change(form, { response_limit: 2 });
    await startAs(form, randomUUID());
  });

  test("returns 404 if inactive, never published or unknown", async () => {
    const inactive = await stage.newForm(undefined, { is_active: false });
    const unpublished = await stage.newForm(undefined, { version: null });
    for (const slug of [inactive.slug, unpublished.slug, "no-such-form", "nul\u0000", "\ud800", "%"]) {
      expect(await failure(startAs({ slug }, randomUUID()))).toMatchObject({ code: 404 });
      expect(await failure(stage.call("sessions.publicForm", { slug }))).toMatchObject({ code: 404 });
    }
  });
});

describe("hidden fields", () => {
  test.each(["unknown", "__proto__", "constructor", "nul\u0000", "\ud800", ""])(
    "rejects %j as an unknown field with 400",
    async (key) => {
      const hidden = JSON.parse(`{"plan": "pro", ${JSON.stringify(key)}: "x"}`);
      const id = randomUUID();
      expect(await failure(startAs(await stage.newForm(), id, stage.call, hidden))).toMatchObject({
        code: 400,
        data: { errors: [`hidden.${key}: unknown field`] },
      });
      expect(await events(stage, id)).toEqual([]);
    },
  );

  test("rejects values over 1,000 characters", async () => {
    const form = await stage.newForm();
    const value = "😀".repeat(1000);
    const id = await start(stage.call, form, { plan: value });
    expect((await stored(stage, id)).hidden).toEqual({ plan: value });
    expect(await failure(start(stage.call, form, { plan: `${value}x` }))).toMatchObject({
      code: 400,
      data: { errors: [expect.stringMatching(/^hidden\.plan: /)] },
    });
  });

  test("rejects more than 256 KiB of JSON in total", async () => {
    const keys = Array.from({ length: 50 }, (_, at) => `field${at}`);
    const form = await stage.newForm({ ...texts(1), hidden_fields: keys });
    const all = (value: string) => Object.fromEntries(keys.map((key) => [key, value]));
    expect(await failure(start(stage.call, form, all("\u0001".repeat(1000))))).toMatchObject({ code: 400 });
    await start(stage.call, form, all("\u0001".repeat(800)));
  });
});

test("uses a pushed change immediately on every process", async () => {
  let form = await stage.newForm();
  for (let round = 0; round < 10; round += 1) {
    form = await stage.change(form, { is_accepting_responses: false });
    for (const { call } of stage.processes) expect(await failure(start(call, form))).toMatchObject({ code: 409 });
    form = await stage.change(form, { is_accepting_responses: true });
    for (const { call } of stage.processes) await start(call, form);
  }
});

test("keeps the version a session started with", async () => {
  const form = await stage.newForm();
  const id = await start(stage.call, form);
  const version = { id: randomUUID(), version_number: 2 };
  const graph = { version_id: version.id, version_number: 2, graph: texts(1) };
  await stage.call("sessions.putLiveForm", { form: { ...form, revision: 2, version }, graph });
  await answer(stage.call, id, toTheEnd);
  expect(await complete(stage.call, id)).toMatchObject({ end_node_id: "end" });
  expect((await stored(stage, id)).version_number).toBe(1);
  expect((await stored(stage, await start(stage.call, form))).version_number).toBe(2);
});

test("resumes with the session's state and none of its answers", async () => {
  const form = await stage.newForm();
  const id = await start(stage.call, form);
  await answer(stage.call, id, { welcome: null, name: "Ada" });
  const before = await stored(stage, id);
  expect(await stage.call("sessions.resume", { session_id: id })).toEqual({
    id,
    status: "in_progress",
    current_node_id: "color",
    traversal_path: ["welcome", "name", "color"],
    version_number: 1,
    form: { slug: form.slug },
  });
  expect(await stored(stage, id)).toEqual(before);
  expect(await failure(stage.call("sessions.resume", { session_id: randomUUID() }))).toMatchObject({ code: 404 });
});

test("keeps a hash of the client's network address, for limits by client", async () => {
  const form = await stage.newForm();
  const hashOf = async (client?: string) => {
    const sessionId = randomUUID();
    const params = { slug: form.slug, session_id: sessionId, body: {}, user_agent: null };
    await stage.call("sessions.start", client === undefined ? params : { ...params, client });
    return (await stage.call("sessions.clientOf", { session_id: sessionId })).client;
  };
  const hash = await hashOf("192.0.2.1");
  expect(hash).toMatch(/^[\w-]{16}$/);
  expect(await hashOf("192.0.2.1")).toBe(hash);
  expect(await hashOf("192.0.2.2")).not.toBe(hash);
  expect(await hashOf()).toBeNull();
  expect((await stage.call("sessions.clientOf", { session_id: randomUUID() })).client).toBeNull();
});
