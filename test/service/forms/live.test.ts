import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { eventually } from "../../support/eventually.ts";
import { failure, newCaller, paging, questionnaire, type Stage, sessionsService, startForms } from "./stage.ts";

/** A change is live when the request responds (decisions §5), or later by reconciliation. */
let stage: Stage;
/** Shared by tests without their own stage. */
let common: Stage;
beforeAll(async () => {
  common = await startForms();
});
beforeEach(() => {
  Object.assign(common.sessions, { pushes: [], isFailing: false, failures: 0, gate: null });
  stage = common;
});
afterEach(async () => {
  jest.restoreAllMocks();
  if (stage !== common) await stage.stop();
});
afterAll(() => common?.stop());

const caller = newCaller();
const notYetLive = { code: 503, message: expect.stringMatching(/^Saved\. Respondents will see/) };
const byNumber = { field: "version_number", descending: true };
const call: Stage["call"] = (name, params, options) => stage.call(name, params, options);

async function published(title = "Live", by = caller) {
  const form = await call("forms.create", { caller: by, body: { title } });
  const { slug } = form;
  await call("forms.saveDraft", { caller: by, slug, body: { graph: questionnaire() }, if_match: null });
  await call("forms.publish", { caller: by, slug });
  return form;
}

/** Options of a call with a deadline in `ms`. */
const soon = (ms = 1_000) => ({ meta: { deadline: Date.now() + ms, clock: stage.broker.nodeID } });

const patch = (slug: string, body: object) => call("forms.update", { caller, slug, body });

test("pushes the first version, each version's graph once, and every visible change", async () => {
  const { sessions } = stage;
  const { id, slug } = await call("forms.create", { caller, body: { title: "Live" } });
  await patch(slug, { response_limit: 2 });
  const body = { graph: questionnaire() };
  await call("forms.saveDraft", { caller, slug, body, if_match: null });
  expect(sessions.pushes).toEqual([]);

  await call("forms.publish", { caller, slug });
  const version = await call("forms.getVersion", { caller, slug, version_number: 1 });
  expect(sessions.pushes).toEqual([
    {
      form: {
        form_id: id,
        revision: expect.any(Number),
        account_id: caller.account_id,
        slug,
        title: "Live",
        theme: (await call("forms.get", { caller, slug })).theme,
        is_active: true,
        is_suspended: false,
        is_accepting_responses: true,
        response_limit: 2,
        opens_at: null,
        closes_at: null,
        closed_message: null,
        language: "en",
        embed_origins: ["*"],
        bot_protection: "off",
        access: "anyone",
        resume: "device",
        edit_window_minutes: 0,
        review: false,
        personal_retention_days: null,
        retention_days: null,
        version: { id: version.id, version_number: 1 },
      },
      graph: { version_id: version.id, version_number: 1, graph: version.graph, translation_sources: null },
    },
  ]);

  await patch(slug, { opens_at: "2026-01-01T00:00:00.000Z", slug: "live-now" });
  expect(sessions.pushes).toHaveLength(2);
  expect(sessions.pushes[1]).toMatchObject({
    form: { slug: "live-now", opens_at: "2026-01-01T00:00:00.000Z" },
    graph: null,
  });
  await patch("live-now", { slug: "live-now" });
  await call("forms.saveDraft", { caller, slug: "live-now", body, if_match: null });
  expect(sessions.pushes).toHaveLength(2);
  await call("forms.remove", { caller, slug: "live-now" });
  expect(sessions.live.get(id)).toMatchObject({ is_active: false });
  const revisions = sessions.pushes.map(({ form }) => form.revision);
  expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
});

test("shows the counts from sessions", async () => {
  const { slug } = await published();
  stage.sessions.counts = { total: 7, completed: 3 };
  expect(await call("forms.get", { caller, slug })).toMatchObject({ total_sessions: 7, completed_sessions: 3 });
});

test("ends with the newest state after concurrent changes, whatever their order", async () => {
  const { id, slug } = await published();
  const before = stage.sessions.live.get(id)?.revision ?? 0;
  await Promise.all([
    ...Array.from({ length: 6 }, (_, i) => patch(slug, { response_limit: i + 1 })),
    ...Array.from({ length: 3 }, () => call("forms.publish", { caller, slug })),
  ]);
  const form = await call("forms.get", { caller, slug });
  expect(stage.sessions.live.get(id)).toMatchObject({
    revision: before + 9,
    response_limit: form.response_limit,
    version: { version_number: 4 },
  });
  // no version is live before its graph
  for (const { form, graph } of stage.sessions.pushes) {
    expect(graph?.version_id === form.version?.id || stage.sessions.graphs.has(form.version?.id ?? "")).toBe(true);
  }
});

test("ignores a push that a newer one overtook", async () => {
  const { id, slug } = await published();
  const gate = Promise.withResolvers<void>();
  stage.sessions.gate = gate.promise;
  const slow = patch(slug, { response_limit: 1 });
  await eventually(() => expect(stage.sessions.gate).toBeNull());
  await patch(slug, { response_limit: 2 });
  gate.resolve();
  expect(await slow).toMatchObject({ response_limit: 2 });
  expect(stage.sessions.live.get(id)).toMatchObject({ response_limit: 2 });
  const told = stage.sessions.pushes.length;
  await patch(slug, {});
  expect(stage.sessions.pushes).toHaveLength(told);
});

test("retries for over 4 s while sessions fails", async () => {
  const { id, slug } = await published();
  stage.sessions.isFailing = true;
  const began = Date.now();
  const now = jest.spyOn(Date, "now").mockReturnValue(began);
  const patched = patch(slug, { response_limit: 9 });
  await eventually(() => expect(stage.sessions.failures).toBeGreaterThan(0));
  now.mockReturnValue(began + 4_400);
  stage.sessions.isFailing = false;
  expect(await patched).toMatchObject({ response_limit: 9 });
  expect(stage.sessions.live.get(id)).toMatchObject({ response_limit: 9 });
});

test("returns 503 after 5 s, keeps the change and makes it live later, with the new version's graph", async () => {
  stage = await startForms({ reconcileInterval: 100 });
  const { id, slug } = await published();
  stage.sessions.isFailing = true;
  const errors = await Promise.all([
    failure(patch(slug, { response_limit: 9 })),
    failure(call("forms.publish", { caller, slug })),
  ]);
  for (const error of errors) expect(error).toMatchObject(notYetLive);
  stage.sessions.isFailing = false;
  await eventually(() =>
    expect(stage.sessions.live.get(id)).toMatchObject({ response_limit: 9, version: { version_number: 2 } }),
  );
  expect(stage.sessions.pushes.at(-1)?.graph?.version_number).toBe(2);
  expect(await call("forms.get", { caller, slug })).toMatchObject({ response_limit: 9, published_version: 2 });
}, 20_000);

test("doesn't answer a repeat after a 503 before the form is live", async () => {
  const { id, slug } = await published();
  stage.sessions.isFailing = true;
  expect(await failure(call("forms.remove", { caller, slug }, soon()))).toMatchObject(notYetLive);
  stage.sessions.isFailing = false;
  await call("forms.remove", { caller, slug });
  expect(stage.sessions.live.get(id)).toMatchObject({ is_active: false });
}, 20_000);

test("hides a workspace's forms when it is told again after a 503, and before their rows are deleted", async () => {
  const by = newCaller();
  const { account_id } = by;
  const forms = await Promise.all([published("First", by), published("Second", by)]);
  const areActive = () => forms.map(({ id }) => stage.sessions.live.get(id)?.is_active);
  const suspend = (options = {}) => call("forms.suspend", { account_id, is_suspended: true }, options);
  const erase = (options = {}) => call("forms.eraseAccount", { account_id }, options);
  stage.sessions.isFailing = true;
  expect(await failure(suspend(soon()))).toMatchObject(notYetLive);
  expect(await failure(erase(soon()))).toMatchObject(notYetLive);
  stage.sessions.isFailing = false;
  expect(areActive()).toEqual([true, true]);
  await suspend();
  expect(areActive()).toEqual([false, false]);

  await call("forms.suspend", { account_id, is_suspended: false });
  expect(areActive()).toEqual([true, true]);
  expect((await erase()).erased).toBeGreaterThan(0);
  expect(areActive()).toEqual([false, false]);
  expect(await erase()).toEqual({ erased: 0 });
}, 20_000);

test("keeps what was decided last about a workspace, whichever call comes first", async () => {
  const by = newCaller();
  const { account_id } = by;
  const { id } = await published("First", by);
  const tell = (isSuspended: boolean, revision?: number) =>
    call("forms.suspend", { account_id, is_suspended: isSuspended, ...(revision !== undefined && { revision }) });
  const isActive = () => stage.sessions.live.get(id)?.is_active;
  await tell(false, 2);
  await tell(true, 1);
  expect(isActive()).toBe(true);
  await tell(true, 3);
  await tell(false, 2);
  expect(isActive()).toBe(false);
  // a copy of the previous release tells of no revision
  await tell(false);
  expect(isActive()).toBe(true);
});

test("continues a publish under its key after a 503, without a second version, even if the draft changed", async () => {
  const { id, slug } = await published();
  const publish = (idempotencyKey: string, options = {}) =>
    call("forms.publish", { caller, slug, idempotency_key: idempotencyKey }, options);
  stage.sessions.isFailing = true;
  expect(await failure(publish("a-key", soon()))).toMatchObject(notYetLive);
  stage.sessions.isFailing = false;
  // the draft is ignored, whether it can be published or not
  const broken = { ...questionnaire(), edges: [] };
  await call("forms.saveDraft", { caller, slug, body: { graph: broken }, if_match: null });
  const again = await publish("a-key");
  expect(again).toMatchObject({ version_number: 2, problems: [] });
  expect(stage.sessions.live.get(id)).toMatchObject({ version: { version_number: 2 } });
  await call("forms.saveDraft", { caller, slug, body: { graph: questionnaire("Other?") }, if_match: null });
  expect(await publish("a-key")).toEqual(again);
  expect(await publish("another-key")).toMatchObject({ version_number: 3 });
  expect(await publish("a-key")).toEqual(again);
  const { count } = await call("forms.listVersions", { caller, slug, paging: paging({ ordering: byNumber }) });
  expect(count).toBe(3);
}, 20_000);

test("creates one version for concurrent publishes under one key, and forgets the key after 24 h", async () => {
  const { slug } = await published();
  const publish = () => call("forms.publish", { caller, slug, idempotency_key: "a-key" });
  const replies = await Promise.all(Array.from({ length: 4 }, publish));
  expect(replies.map(({ version_number }) => version_number)).toEqual([2, 2, 2, 2]);
  await stage.database.query("update forms.versions set published_at = published_at - interval '24 hours 1 minute'");
  expect(await publish()).toMatchObject({ version_number: 3 });
  expect(await publish()).toMatchObject({ version_number: 3 });
});

test("starts and edits drafts without sessions, and makes published forms live when it arrives", async () => {
  stage = await startForms({ hasSessions: false, reconcileInterval: 100 });
  const { id, slug } = await call("forms.create", { caller, body: { title: "Early" } });
  await call("forms.saveDraft", { caller, slug, body: { graph: questionnaire() }, if_match: null });
  expect((await call("forms.get", { caller, slug })).total_sessions).toBe(0);
  // the first published draft here starts the analysis thread
  expect(await failure(call("forms.publish", { caller, slug }, soon(3_000)))).toMatchObject(notYetLive);
  expect(await failure(call("forms.get", { caller, slug }))).toMatchObject({ code: 503 });
  const renamed = failure(call("forms.update", { caller, slug, body: { title: "Renamed" } }));
  expect(await renamed).toMatchObject({ code: 503, message: expect.stringMatching("^Sessions are unavailable") });
  const { rows } = await stage.database.query("select title from forms.forms where id = $1", [id]);
  expect(rows).toEqual([{ title: "Early" }]);
  stage.broker.createService(sessionsService(stage.sessions));
  await eventually(() => expect(stage.sessions.live.get(id)).toMatchObject({ slug, version: { version_number: 1 } }));
}, 20_000);

test("compares every published form at start, page by page, and restores what sessions lost", async () => {
  stage = await startForms({ reconcileInterval: 100 });
  const { sessions } = stage;
  const { id } = await published("Lost");
  const other = await published("Kept");
  await stage.database.query(
    `insert into forms.forms (id, account_id, slug, title, is_active, is_accepting_responses, theme_id, current_version,
                              revision, live_revision, created, modified)
     select gen_random_uuid(), account_id, 'many-' || n, title, true, true, theme_id, 1, 1, 1, now(), now()
     from forms.forms, generate_series(1, 600) n where id = $1`,
    [id],
  );
  sessions.live.delete(id);
  sessions.pushes = [];
  sessions.stalePages = [];
  await stage.restartForms();
  await eventually(() => expect(sessions.live.has(id)).toBe(true));
  expect(sessions.stalePages).toEqual([500, 102]);
  expect(sessions.pushes.find(({ form }) => form.form_id === id)?.graph).not.toBeNull();
  expect(sessions.pushes.some(({ form }) => form.form_id === other.id)).toBe(false);
});
