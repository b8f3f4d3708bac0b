import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Json } from "../../../shared/domain/graph/types.ts";
import {
  answer,
  complete,
  detail,
  failure,
  next,
  type Stage,
  start,
  startSessions,
  stored,
  toTheEnd,
} from "./stage.ts";

/** Corrections of ended sessions (features §18.1). */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

const editor = { kind: "owner" as const, name: "Ada" };

async function completed() {
  const form = await stage.newForm();
  const id = await start(stage.call, form);
  await answer(stage.call, id, toTheEnd);
  await complete(stage.call, id);
  return { form_id: form.form_id, session_id: id };
}

type Ended = Awaited<ReturnType<typeof completed>>;
type Further = { reason?: string; revision?: number };

const correct = (ended: Ended, answers: Record<string, Json>, further: Further = {}, call = stage.call) =>
  call("sessions.correct", { ...ended, body: { answers, ...further }, editor });

const history = async (ended: Ended) => (await stage.call("sessions.history", ended)).revisions;

test("stores the new path, points, end and history, and answers repeats with them", async () => {
  const ended = await completed();
  const before = await detail(stage, ended.session_id);
  const { revision, edited_at } = await correct(ended, { color: "red", picture: "cat", age: 101 }, { reason: "Typo" });
  expect(revision).toBe(2);
  const after = await detail(stage, ended.session_id);
  expect(after).toMatchObject({
    status: "completed",
    completed_at: before.completed_at,
    duration_seconds: before.duration_seconds,
    total_score: 106,
    answers_count: 4,
    traversal_path: ["welcome", "name", "color", "picture", "age", "late"],
  });
  const picture = after.answers.find(({ node_id }) => node_id === "picture");
  expect(picture).toMatchObject({ answer: ["cat"], time_spent_seconds: 0, answered_at: edited_at });
  expect(after.answers[0]).toEqual(before.answers[0]);
  expect(await history(ended)).toEqual([
    {
      revision: 2,
      edited_at,
      editor,
      reason: "Typo",
      changes: [
        { node_id: "color", before: "blue", after: "red" },
        { node_id: "picture", before: null, after: ["cat"] },
        { node_id: "age", before: 36, after: 101 },
      ],
    },
  ]);
  expect(await complete(stage.call, ended.session_id)).toMatchObject({ end_node_id: "late", total_score: null });
  expect(await next(stage.call, ended.session_id, "color", "red")).toMatchObject({ next_node_id: "picture" });
  expect(await failure(next(stage.call, ended.session_id, "color", "blue"))).toMatchObject({ code: 409 });
  // points that the end screen shows follow, too
  await correct(ended, { age: 40 });
  expect(await complete(stage.call, ended.session_id)).toMatchObject({ end_node_id: "end", total_score: 45 });
});

test("counts its bytes as a session that was answered that way", async () => {
  const ended = await completed();
  const bytes = (await stored(stage, ended.session_id)).answers_bytes;
  await correct(ended, { name: "Adam" });
  expect((await stored(stage, ended.session_id)).answers_bytes).toBe(bytes + 1);
});

test("notifies analytics once a revision, and not at all if nothing changes", async () => {
  const ended = await completed();
  expect(await correct(ended, { name: "Ada" })).toEqual({ revision: 1, edited_at: null });
  await correct(ended, { name: "Eve" });
  await correct(ended, { name: "Eve" });
  const { rows } = await stage.database.query(
    "select type from sessions.events where session_id = $1 and type = 'session.updated'",
    [ended.session_id],
  );
  expect(rows).toHaveLength(1);
  expect(await history(ended)).toHaveLength(1);
});

test("refuses other forms, sessions in progress, wrong answers and outdated revisions, and writes nothing", async () => {
  const ended = await completed();
  const before = await stored(stage, ended.session_id);
  const stranger = await stage.newForm();
  const foreign = { ...ended, form_id: stranger.form_id };
  expect(await failure(correct(foreign, { name: "Eve" }))).toMatchObject({ code: 404 });
  expect(await failure(history(foreign))).toMatchObject({ code: 404 });
  const running = { form_id: stranger.form_id, session_id: await start(stage.call, stranger) };
  expect(await failure(correct(running, { name: "Eve" }))).toMatchObject({ code: 409 });
  expect(await failure(correct(ended, { name: "Eve", age: 999 }))).toMatchObject({ code: 400 });
  expect(await failure(correct(ended, { picture: "cat" }))).toMatchObject({
    data: { errors: ["answers.picture: is not on the path"] },
  });
  expect(await failure(correct(ended, { name: "Eve" }, { revision: 2 }))).toMatchObject({ code: 409 });
  expect(await stored(stage, ended.session_id)).toEqual(before);
  expect(await correct(ended, { name: "Eve" }, { revision: 1 })).toMatchObject({ revision: 2 });
});

test("keeps all corrections that are made at the same time", async () => {
  const ended = await completed();
  const other = (stage.processes[1] as Stage["processes"][number]).call;
  const corrections: Record<string, Json>[] = [{ name: "Eve" }, { color: "red" }, { age: 50 }];
  const done = await Promise.all(
    corrections.map((answers, at) => correct(ended, answers, {}, at % 2 ? other : stage.call)),
  );
  expect(done.map(({ revision }) => revision).toSorted()).toEqual([2, 3, 4]);
  expect(await detail(stage, ended.session_id)).toMatchObject({
    total_score: 55,
    answers: [{ answer: "Eve" }, { answer: "red" }, { answer: 50 }],
  });
  expect(await history(ended)).toHaveLength(3);
});

test("takes at most 100 revisions", async () => {
  const ended = await completed();
  await stage.database.query("update sessions.sessions set answers_revision = 99 where id = $1", [ended.session_id]);
  expect(await correct(ended, { name: "Eve" })).toMatchObject({ revision: 100 });
  expect(await failure(correct(ended, { name: "Ada" }))).toMatchObject({ code: 409 });
  expect(await correct(ended, { name: "Eve" })).toMatchObject({ revision: 100 });
});

test("is erased with the session", async () => {
  const ended = await completed();
  await correct(ended, { name: "Canary" });
  await stage.call("sessions.erase", ended);
  const { rows } = await stage.database.query("select 1 from sessions.revisions where session_id = $1", [
    ended.session_id,
  ]);
  expect(rows).toHaveLength(0);
  expect(await failure(history(ended))).toMatchObject({ code: 404 });
});
