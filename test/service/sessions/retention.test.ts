import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { lookAtForms, personalAnswers } from "../../../services/sessions/retention.ts";
import type { SessionsService } from "../../../services/sessions/service.ts";
import { earlier } from "../../support/onCitus.ts";
import { answer, complete, events, type Stage, start, startSessions, toTheEnd } from "./stage.ts";

/** Old sessions are erased, a day after their owner was told (wants §21.4). */
const dayMs = 86_400_000;
let stage: Stage;
let told: { message: string; key: string; form_slug: string }[] = [];
let isSilent = false;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

/** Looks at all forms, as the loops of both copies do, until nothing is left to do. */
async function look(maxDays: number | null = null): Promise<void> {
  const turns = stage.processes.map(async ({ service }) => {
    const call = async (_: string, notice: (typeof told)[number]) => {
      if (isSilent) throw new Error("integrations is away");
      told.push(notice);
    };
    const heard = Object.create(service, { call: { value: call } }) as SessionsService;
    while (await lookAtForms(heard, { maxDays, dayMs }));
  });
  await Promise.all(turns);
}

/** Lets time pass for a form: its retention and its sessions are so much older. */
async function pass(formId: string, days: number): Promise<void> {
  const ago = `interval '${days} days'`;
  await stage.database.query(
    `update sessions.live_forms set retention_from = retention_from - ${ago}, retention_told = retention_told - ${ago}, retention_looked = null,
      retention_noted = retention_noted - ${ago} where form_id = $1`,
    [formId],
  );
  await stage.database.query(
    `update sessions.sessions set started_at = ${earlier("started_at", ago)},
      last_activity_at = ${earlier("last_activity_at", ago)} where form_id = $1`,
    [formId],
  );
}

const left = async (formId: string): Promise<number> =>
  (await stage.database.query("select count(*)::int as count from sessions.sessions where form_id = $1", [formId]))
    .rows[0].count;

async function aForm(days: number | null, sessions = 3) {
  told = [];
  const form = await stage.newForm(undefined, { retention_days: days });
  const ids: string[] = [];
  for (let at = 0; at < sessions; at += 1) {
    const id = await start(stage.call, form);
    if (at > 0) await answer(stage.call, id, toTheEnd);
    if (at > 0) await complete(stage.call, id);
    ids.push(id);
  }
  return { form, ids };
}

test("are kept for a day after the setting, and after the owner was told", async () => {
  const { form, ids } = await aForm(30);
  await look();
  expect(told).toEqual([]);
  await pass(form.form_id, 40);
  isSilent = true;
  await expect(look()).rejects.toThrow("integrations is away");
  isSilent = false;
  await look();
  expect(await left(form.form_id)).toBe(3);
  expect(told).toMatchObject([
    { form_slug: form.slug, message: expect.stringMatching(/without activity for 30 days/) },
  ]);
  await pass(form.form_id, 1);
  await look();
  expect(await left(form.form_id)).toBe(0);
  // the one in progress was abandoned first
  expect(await events(stage, ids[0] as string, "session.erased")).toHaveLength(1);
  expect(told[1]?.message).toMatch(/^3 old responses to “.*” were deleted/);
  expect(told).toHaveLength(2);
});

test("are told of a day before the first is due", async () => {
  const { form } = await aForm(30);
  await look();
  await pass(form.form_id, 28);
  await look();
  expect(told).toEqual([]);
  await pass(form.form_id, 1);
  await look();
  expect(told).toHaveLength(1);
  await pass(form.form_id, 1);
  await look();
  expect(await left(form.form_id)).toBe(0);
});

test("count again from their last activity, and only those are erased", async () => {
  const { form, ids } = await aForm(30);
  await pass(form.form_id, 31);
  await look();
  await pass(form.form_id, 1);
  await answer(stage.call, ids[0] as string, { welcome: null, name: "Ada" });
  await look();
  expect(await left(form.form_id)).toBe(1);
});

test("go a day later if a retention gets shorter, and stay if it gets longer", async () => {
  const { form } = await aForm(100);
  await look();
  await pass(form.form_id, 50);
  const shorter = await stage.change(form, { retention_days: 10 });
  await look();
  expect(await left(form.form_id)).toBe(3);
  const longer = await stage.change(shorter, { retention_days: null });
  await pass(form.form_id, 60);
  await look();
  expect(await left(form.form_id)).toBe(3);
  await stage.change(longer, { retention_days: 10 });
  await look();
  expect(await left(form.form_id)).toBe(3);
  await pass(form.form_id, 1);
  await look();
  expect(await left(form.form_id)).toBe(0);
});

test("of forms without a setting obey the server's maximum", async () => {
  const { form } = await aForm(null);
  await pass(form.form_id, 40);
  await look();
  expect(await left(form.form_id)).toBe(3);
  await look(30);
  expect(await left(form.form_id)).toBe(3);
  await pass(form.form_id, 1);
  await look(30);
  expect(await left(form.form_id)).toBe(0);
});

test("more than a batch are all erased, with one notification a day", async () => {
  const { form } = await aForm(1, 0);
  await look();
  const { rows } = await stage.database.query(
    "select current_version_id as id from (select version_id as current_version_id from sessions.live_forms where form_id = $1) v",
    [form.form_id],
  );
  await stage.database.query(
    `insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id, current_shown_at,
        total_score, answers_count, answers_bytes, hidden, started_at, last_activity_at)
      select gen_random_uuid(), $1, $2, 1, 'abandoned', 1, 'name', now(), 0, 0, 10, '{}', now(), now() from generate_series(1, 250)`,
    [form.form_id, rows[0].id],
  );
  await pass(form.form_id, 3);
  await look();
  await pass(form.form_id, 1);
  told = [];
  await look();
  expect(await left(form.form_id)).toBe(0);
  expect(told).toMatchObject([{ message: expect.stringMatching(/^250 old responses/) }]);
});

test("personal answers wait as long, also those of a question that becomes personal", async () => {
  told = [];
  const form = await stage.newForm(undefined, { personal_retention_days: 30 });
  const id = await start(stage.call, form);
  await answer(stage.call, id, toTheEnd);
  await complete(stage.call, id);
  const [first] = stage.processes;
  const call = async (_: string, notice: (typeof told)[number]) => void told.push(notice);
  const heard = Object.create(first?.service ?? null, { call: { value: call } }) as SessionsService;
  const lookAtPersonal = async () => {
    while (await lookAtForms(heard, { maxDays: null, dayMs }, undefined, personalAnswers));
  };
  const passPersonal = async (days: number) => {
    const ago = `interval '${days} days'`;
    await pass(form.form_id, days);
    await stage.database.query(
      `update sessions.live_forms set personal_from = personal_from - ${ago}, personal_told = personal_told - ${ago},
        personal_looked = null, personal_since = personal_since - ${ago} where form_id = $1`,
      [form.form_id],
    );
  };
  const kept = async () =>
    (
      await stage.database.query(
        "select node_id from sessions.visits where session_id = $1 and answer_id is not null order by node_id",
        [id],
      )
    ).rows.map(({ node_id }) => node_id);
  const mark = (ids: string[]) =>
    stage.database.query("update sessions.versions set personal = $2 where form_id = $1", [form.form_id, ids]);
  const answered = await kept();
  const [one = "", other = ""] = answered;
  await lookAtPersonal();
  await passPersonal(40);
  await mark([one]);
  await lookAtPersonal();
  expect(await kept()).toEqual(answered);
  await passPersonal(1);
  await lookAtPersonal();
  expect(await kept()).toEqual(answered.slice(1));
  await mark([one, other]);
  await passPersonal(0);
  await lookAtPersonal();
  expect(await kept()).toEqual(answered.slice(1));
  await passPersonal(1);
  await lookAtPersonal();
  expect(await kept()).toEqual(answered.slice(2));
});
