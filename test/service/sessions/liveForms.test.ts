import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { defaultSettings, settingsOfRow } from "../../../shared/api/shapes/formSettings.ts";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import { otherSettings } from "../../support/otherSettings.ts";
import {
  answer,
  blocked,
  complete,
  failure,
  lock,
  type Process,
  type Stage,
  short,
  start,
  startSessions,
  survey,
  texts,
  toTheEnd,
} from "./stage.ts";

/** Live forms, and what respondents see of them (design §1, decisions §5). */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

const put = (form: LiveForm, call = stage.call) => call("sessions.putLiveForm", { form, graph: null });
const publicForm = (slug: string, call = stage.call) => call("sessions.publicForm", { slug });
const other = () => stage.processes[1]?.call as Stage["call"];
const titleOf = async (slug: string) => (await publicForm(slug)).value.form.title;

async function stale(...forms: LiveForm[]): Promise<string[]> {
  return (await stage.call("sessions.staleForms", { forms })).form_ids;
}

describe("pushes", () => {
  test("stores each setting, and the default of one that an older copy of forms leaves out", async () => {
    const { database } = stage;
    const form = await stage.newForm();
    const stored = async () => {
      const { rows } = await database.query("select * from sessions.live_forms where form_id = $1", [form.form_id]);
      return settingsOfRow(rows[0]);
    };
    await put({ ...form, revision: 2, ...otherSettings });
    expect(await stored()).toEqual(otherSettings);
    const { form_id, account_id, slug, title, theme, version } = form;
    await put({ form_id, account_id, slug, title, theme, version, revision: 3 });
    expect(await stored()).toEqual(defaultSettings);
  });

  test("ignores an older or equal revision", async () => {
    const form = await stage.newForm(undefined, { revision: 5, title: "Five" });
    await put({ ...form, revision: 4, title: "Four", is_active: false });
    await put({ ...form, title: "Also five" });
    expect(await titleOf(form.slug)).toBe("Five");
    await put({ ...form, revision: 6, title: "Six" });
    expect(await titleOf(form.slug)).toBe("Six");
  });

  test("keeps the newest of concurrent pushes, including the first", async () => {
    for (let round = 0; round < 10; round += 1) {
      const known = await stage.newForm();
      const fresh = { ...known, form_id: randomUUID(), slug: `fresh-${randomUUID()}` };
      for (const form of [known, fresh]) {
        const pushes = [3, 7, 5, 9, 2, 8, 6, 4].map((revision, at) =>
          put({ ...form, revision, title: `${revision}` }, stage.processes[at % 2]?.call),
        );
        await Promise.all(pushes);
        expect(await titleOf(form.slug)).toBe("9");
      }
    }
  });

  test("keeps the first push when an older one waited for it", async () => {
    const known = await stage.newForm();
    const form = { ...known, form_id: randomUUID(), slug: `fresh-${randomUUID()}`, revision: 2 };
    const unlock = await lock(stage, "lock table sessions.live_forms in share row exclusive mode");
    const newer = put({ ...form, revision: 3, title: "Newer" });
    await blocked(stage, 1);
    const older = put({ ...form, title: "Older" }, other());
    await blocked(stage, 2);
    await unlock();
    await Promise.all([newer, older]);
    expect(await titleOf(form.slug)).toBe("Newer");
  });

  test("stores a version's graph once", async () => {
    const form = await stage.newForm(short());
    const { id: versionId, version_number } = form.version ?? { id: "", version_number: 0 };
    const graph = { version_id: versionId, version_number, graph: survey() };
    await Promise.all(
      [2, 3, 4].map((revision) => stage.call("sessions.putLiveForm", { form: { ...form, revision }, graph })),
    );
    const { rows } = await stage.database.query("select graph from sessions.versions where form_id = $1", [
      form.form_id,
    ]);
    expect(rows).toEqual([{ graph: short() }]);
  });
});

describe("slugs", () => {
  test("gives a slug to its newest form, and the old form's link is 404 until its next push", async () => {
    const before = await stage.newForm(undefined, { title: "Before" });
    const after = await stage.newForm(undefined, { title: "After" });
    const { slug } = before;
    await put({ ...after, slug, revision: 2 });
    expect(await titleOf(slug)).toBe("After");
    expect(await stale(before, after)).toEqual([before.form_id]);
    await put({ ...before, slug: after.slug, revision: 2 });
    expect(await titleOf(after.slug)).toBe("Before");
    expect(await stale(before, after)).toEqual([]);
  });

  test("takes no slug by an outdated push", async () => {
    const before = await stage.newForm(undefined, { revision: 3, title: "Before" });
    const { slug } = before;
    await put({ ...before, slug: `gone-${randomUUID()}`, revision: 4 });
    await stage.newForm(undefined, { slug, title: "After" });
    await put(before);
    expect(await titleOf(slug)).toBe("After");
  });

  test("restores a slug lost to an outdated push once it is free", async () => {
    const holder = await stage.newForm(undefined, { title: "Holder" });
    const { slug } = holder;
    const latecomer = await stage.newForm(undefined, { slug, title: "Latecomer" });
    expect(await stale(holder, latecomer)).toEqual([holder.form_id]);
    await put(holder);
    expect(await titleOf(slug)).toBe("Latecomer");
    await put({ ...latecomer, slug: `own-${randomUUID()}`, revision: 2 });
    await put(holder);
    expect(await titleOf(slug)).toBe("Holder");
    expect(await stale(holder)).toEqual([]);
  });

  test("doesn't deadlock when two forms swap slugs", async () => {
    const [low, high] = (await Promise.all([stage.newForm(), stage.newForm()])).sort((a, b) =>
      a.form_id < b.form_id ? -1 : 1,
    ) as [LiveForm, LiveForm];
    const unlock = await lock(stage, "select 1 from sessions.live_forms where form_id = $1 for update", [high.form_id]);
    const first = put({ ...low, title: "Low", slug: high.slug, revision: 2 });
    await blocked(stage, 1);
    const second = put({ ...high, title: "High", slug: low.slug, revision: 2 }, other());
    await blocked(stage, 2);
    await unlock();
    await Promise.all([first, second]);
    expect([await titleOf(high.slug), await titleOf(low.slug)]).toEqual(["Low", "High"]);
  });
});

test("reports forms that are older, unknown or lack their graph as stale", async () => {
  const form = await stage.newForm();
  const unknown = { ...form, form_id: randomUUID() };
  const lost = await stage.newForm();
  await put({ ...lost, revision: 2, version: { id: randomUUID(), version_number: 2 } });
  const newer = { ...(await stage.newForm()), revision: 2 };
  const ids = await stale(form, unknown, { ...lost, revision: 2 }, newer);
  expect(ids.sort()).toEqual([unknown.form_id, lost.form_id, newer.form_id].sort());
  expect(await stage.call("sessions.staleForms", { forms: [] })).toEqual({ form_ids: [] });
});

test("counts sessions by form", async () => {
  const form = await stage.newForm();
  const other = await stage.newForm();
  const count = async () =>
    (await stage.call("sessions.countByForms", { form_ids: [form.form_id, other.form_id] })).counts;
  expect(await count()).toEqual([]);
  const id = await start(stage.call, form);
  await start(stage.call, form);
  await answer(stage.call, id, toTheEnd);
  await complete(stage.call, id);
  expect(await count()).toEqual([
    { form_id: form.form_id, total: 2, completed: 1, daily_completed: [...new Array(13).fill(0), 1] },
  ]);
});

describe("the public form", () => {
  test("compiles a new version once for concurrent requests", async () => {
    const { slug } = await stage.newForm();
    const { broker } = (stage.processes[0] as Process).service;
    const asked = Array.from({ length: 50 }, () => broker.call("sessions.publicForm", { slug }));
    expect(new Set(await Promise.all(asked)).size).toBe(1);
  });

  test("contains what respondents may see, without scoring", async () => {
    const form = await stage.newForm(undefined, { closed_message: "Closed." });
    const { value } = await publicForm(form.slug);
    expect(value).toMatchObject({
      form: { id: form.form_id, slug: form.slug, title: form.title },
      // stored before themes had a layout
      theme: { ...form.theme, layout: "centered", scheme: "auto", background_style: "plain" },
      version_number: 1,
      is_open: true,
      closed_message: "Closed.",
    });
    expect(value.graph.nodes.map(({ id }) => id)).toEqual(survey().nodes.map(({ id }) => id));
    expect(JSON.stringify(value.graph)).not.toContain("scoring");
  });

  test("has equal tags for equal bodies on every process, and different ones otherwise", async () => {
    const theme = { id: randomUUID(), name: "Dark" } as never;
    const version = { id: randomUUID(), version_number: 2 };
    let form = await stage.newForm();
    const original = await publicForm(form.slug);
    const tags = new Set([original.etag]);
    const graph = { version_id: version.id, version_number: 2, graph: texts(1) };
    const changes: Partial<LiveForm>[] = [
      { title: "Other" },
      { theme },
      { closed_message: "Closed." },
      { is_accepting_responses: false },
      { is_accepting_responses: true, version },
    ];
    for (const [at, changed] of changes.entries()) {
      form = { ...form, ...changed, revision: at + 2 };
      await stage.call("sessions.putLiveForm", { form, graph });
      const seen = await publicForm(form.slug);
      expect(await publicForm(form.slug, other())).toEqual(seen);
      tags.add(seen.etag);
    }
    expect(tags.size).toBe(changes.length + 1);
    const { title, theme: first, version: one } = await stage.newForm();
    await put({ ...form, title, theme: first, version: one, revision: 100 });
    expect(tags.has((await publicForm(form.slug)).etag)).toBe(false);
  });

  test("keeps the tag for an invisible change", async () => {
    const form = await stage.newForm();
    const { etag } = await publicForm(form.slug);
    await stage.change(form, { response_limit: 10 });
    expect((await publicForm(form.slug)).etag).toBe(etag);
  });

  test("changes the tag when the window opens or closes, and when the form is full", async () => {
    const hour = 3_600_000;
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const form = await stage.newForm(undefined, { opens_at: at(hour), closes_at: at(2 * hour), response_limit: 1 });
    const seen = async () => {
      const { etag, value } = await publicForm(form.slug);
      return { etag, is_open: value.is_open, opens_at: value.opens_at };
    };
    const before = await seen();
    expect(before).toMatchObject({ is_open: false, opens_at: form.opens_at });
    jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask", "setTimeout", "setInterval"] });
    try {
      jest.setSystemTime(Date.now() + hour);
      const within = await seen();
      expect(within).toMatchObject({ is_open: true, opens_at: null });
      expect(within.etag).not.toBe(before.etag);
      const id = await start(stage.call, form);
      await answer(stage.call, id, toTheEnd);
      await complete(stage.call, id);
      const full = await seen();
      expect(full).toMatchObject({ is_open: false, opens_at: null });
      expect(full.etag).not.toBe(within.etag);
      jest.setSystemTime(Date.now() + 2 * hour);
      expect(await seen()).toEqual(full);
    } finally {
      jest.useRealTimers();
    }
  });

  test("keeps a session's version and tag after publishing, closing and deleting", async () => {
    const form = await stage.newForm(short());
    const sessionId = await start(stage.call, form);
    const own = await publicForm(form.slug);
    expect(await stage.call("sessions.sessionForm", { session_id: sessionId })).toEqual(own);
    const version = { id: randomUUID(), version_number: 2 };
    const graph = { version_id: version.id, version_number: 2, graph: texts(1) };
    const changed = { ...form, revision: 2, title: "Two", version, is_accepting_responses: false, is_active: false };
    await stage.call("sessions.putLiveForm", { form: changed, graph });
    const { etag, value } = await stage.call("sessions.sessionForm", { session_id: sessionId });
    expect(value).toEqual({ ...own.value, form: { ...own.value.form, title: "Two" }, is_open: false });
    expect(etag).not.toBe(own.etag);
    const unknown = stage.call("sessions.sessionForm", { session_id: randomUUID() });
    expect(await failure(unknown)).toMatchObject({ code: 404 });
  });

  test("returns 404 if never published, inactive or unknown", async () => {
    const form = await stage.newForm();
    await publicForm(form.slug);
    await stage.change(form, { is_active: false });
    expect(await failure(publicForm(form.slug))).toMatchObject({ code: 404 });
    expect(await failure(publicForm((await stage.newForm(undefined, { version: null })).slug))).toMatchObject({
      code: 404,
    });
  });
});
