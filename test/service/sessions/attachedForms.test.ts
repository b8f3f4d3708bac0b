import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import { answer, complete, events, type Stage, short, start, startSessions } from "./stage.ts";

/** Only attached forms have events for integrations (services/sessions/store/attachedForms.ts). */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions();
});
afterAll(() => stage?.stop());

/** Moves time past the last moment when an older copy could attach a form. */
const settle = () => stage.database.query("update sessions.attached_forms set since = now() - interval '31 seconds'");

const say = (formIds: string[], others: "none" | "unknown" | "follow" = "none") =>
  stage.call("sessions.noteAttachedForms", { form_ids: formIds, others });

beforeEach(async () => {
  await say([], "unknown");
  await settle();
});

async function respond(form: LiveForm): Promise<string> {
  const id = await start(stage.call, form);
  await answer(stage.call, id, { name: "Ada" });
  await complete(stage.call, id);
  return id;
}

const typesOf = async (form: LiveForm) => (await events(stage, await respond(form))).map(({ type }) => type).toSorted();

const both = ["session.completed", "session.started"];

test("keeps every event until the attached forms are known", async () => {
  expect(await typesOf(await stage.newForm(short()))).toEqual(both);
});

test("keeps only events of attached forms, and tells analytics about others without their answers", async () => {
  const [attached, other, limited] = [
    await stage.newForm(short()),
    await stage.newForm(short()),
    await stage.newForm(short(), { response_limit: 5 }),
  ];
  expect(await say([attached.form_id])).toEqual({ are_known: true });
  expect(await typesOf(attached)).toEqual(both);
  for (const form of [other, limited]) {
    const id = await respond(form);
    const { rows } = await stage.database.query("select type, session from sessions.events where session_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ type: "session.completed", session: null }]);
    const { changes } = await stage.call("sessions.changes", { limit: 1000 });
    const own = changes.filter(({ session_id }) => session_id === id);
    expect(own).toHaveLength(1);
    await stage.call("sessions.acknowledgeChanges", { ids: own.map((change) => change.id) });
    expect((await stage.database.query("select from sessions.events where session_id = $1", [id])).rowCount).toBe(0);
  }
});

test("notes a form before its attachment is confirmed", async () => {
  const form = await stage.newForm(short());
  await say([]);
  expect(await typesOf(form)).toEqual([]);
  await stage.call("sessions.eventPosition", { form_id: form.form_id });
  expect(await typesOf(form)).toEqual(both);
});

test.each([null, 5])(
  "stores the answers of the first session after an attachment (response limit: %s)",
  async (limit) => {
    const form = await stage.newForm(short(), { response_limit: limit });
    await say([]);
    for (const _ of [1, 2]) expect(await typesOf(form)).toEqual([]);
    await stage.call("sessions.eventPosition", { form_id: form.form_id });
    for (const _ of [1, 2]) {
      const found = await events(stage, await respond(form), "session.completed");
      expect(found).toMatchObject([{ session: { status: "completed", answers: [{ answer: "Ada" }] } }]);
    }
  },
);

test("treats all forms as attached for a while after an older copy attached one", async () => {
  const form = await stage.newForm(short());
  await say([]);
  await stage.call("sessions.eventPosition", {});
  expect(await say([])).toEqual({ are_known: false });
  expect(await typesOf(form)).toEqual(both);
  await settle();
  expect(await say([])).toEqual({ are_known: true });
  expect(await typesOf(form)).toEqual([]);
});

test("collects forms from several calls and knows them after the last", async () => {
  const forms = [await stage.newForm(short()), await stage.newForm(short()), await stage.newForm(short())] as const;
  expect(await say([forms[0].form_id], "follow")).toEqual({ are_known: false });
  expect(await typesOf(forms[2])).toEqual(both);
  expect(await say([forms[1].form_id])).toEqual({ are_known: true });
  const types = [await typesOf(forms[0]), await typesOf(forms[1]), await typesOf(forms[2])];
  expect(types).toEqual([both, both, []]);
});
