import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { expireAndRemove } from "../../../services/sessions/fileExpiry.ts";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { eventually } from "../../support/eventually.ts";
import { testSecretsKey } from "../../support/postgres.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";
import { blocked, failure, lock, outcomes, type Stage, short, start, startSessions } from "./stage.ts";

/** Quotas of one form (decisions §8): sessions per day and bytes of uploads. */
const folder = mkdtempSync(join(tmpdir(), "pathform-quotas-"));
const sessionLimit = 50;
const mebibyte = 2 ** 20;
const withFiles = graphOf([node("photos", "file_upload", { max_files: 10 }), end()], [edge("photos", "end")]);

interface SentNotice {
  account_id: string;
  kind: string;
  message: string;
  key: string;
  form_slug: string | null;
}

let stage: Stage;
let notices: SentNotice[] = [];

beforeAll(async () => {
  process.env.UPLOADS = folder;
  process.env.SECRETS_KEY = testSecretsKey;
  process.env.QUOTA_SESSIONS_PER_FORM_DAY = String(sessionLimit);
  process.env.QUOTA_UPLOAD_MB_PER_FORM = "1";
  stage = await startSessions(2);
  for (const { service } of stage.processes) {
    const addNotice = (ctx: { params: SentNotice }) => void notices.push(ctx.params);
    service.broker.createService({ name: "integrations", actions: { addNotice } });
    await service.broker.waitForServices("integrations");
  }
});
beforeEach(() => {
  notices = [];
});
afterAll(async () => {
  for (const name of ["QUOTA_SESSIONS_PER_FORM_DAY", "QUOTA_UPLOAD_MB_PER_FORM"]) delete process.env[name];
  await stage?.stop();
  rmSync(folder, { recursive: true });
});

const other = () => stage.processes[1]?.call as Stage["call"];
const startMany = (form: LiveForm, count: number) =>
  outcomes(Array.from({ length: count }, (_, index) => start(index % 2 ? other() : stage.call, form)));

test("starts no more sessions than the quota on two copies, and tells the others when to retry", async () => {
  const form = await stage.newForm(short());
  const { results, errors } = await startMany(form, 3 * sessionLimit);
  expect(results).toHaveLength(sessionLimit);
  const seconds = Number(errors[0].data.headers["Retry-After"]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(86_400);
  for (const error of errors)
    expect(error).toMatchObject({ code: 429, message: expect.stringMatching(/^Daily session limit/) });
  const { counts } = await stage.call("sessions.countByForms", { form_ids: [form.form_id] });
  expect(counts).toMatchObject([{ total: sessionLimit }]);
});

test("gives nothing to a copy that asks while another takes the rest", async () => {
  const form = await stage.newForm(short());
  await start(stage.call, form);
  const takeAll = "update sessions.form_days set reserved = $2 where form_id = $1";
  const commit = await lock(stage, takeAll, [form.form_id, sessionLimit], "commit");
  const refused = failure(start(other(), form));
  await blocked(stage, 1);
  await commit();
  expect(await refused).toMatchObject({ code: 429 });
});

test("returns the first reply for a repeated start, even with the quota used up", async () => {
  const form = await stage.newForm(short());
  const again = { slug: form.slug, session_id: randomUUID(), body: {}, user_agent: null };
  const first = await stage.call("sessions.start", again);
  await startMany(form, 2 * sessionLimit);
  expect(await failure(start(stage.call, form))).toMatchObject({ code: 429 });
  expect(await stage.call("sessions.start", again)).toEqual(first);
});

test("counts only started sessions, and each form separately", async () => {
  const closed = await stage.newForm(short(), { is_accepting_responses: false });
  for (let count = 0; count < 2 * sessionLimit; count += 1) {
    expect(await failure(start(stage.call, closed))).toMatchObject({ code: 409 });
  }
  const open = await stage.change(closed, { is_accepting_responses: true });
  expect((await startMany(open, sessionLimit)).errors).toEqual([]);
  await start(stage.call, await stage.newForm(short()));
});

test("notifies the owner at 80%, once per form and day", async () => {
  const form = await stage.newForm(short());
  await startMany(form, 0.6 * sessionLimit);
  expect(notices).toEqual([]);
  await startMany(form, 0.4 * sessionLimit);
  await eventually(() => expect(notices).not.toEqual([]));
  const [notice] = notices;
  expect(notice).toMatchObject({ account_id: form.account_id, kind: "quota_warning", form_slug: form.slug });
  expect(notice?.message).toContain("80%");
  // each copy may send it: integrations keeps one per key
  expect(new Set(notices.map(({ key }) => key)).size).toBe(1);
});

test("doesn't wait for the count far from the quota", async () => {
  const form = await stage.newForm(short());
  const [first] = (await startMany(form, 2)).results;
  expect(first).toBeDefined();
  const unlock = await lock(stage, "lock table sessions.form_days in access exclusive mode");
  await start(stage.call, form);
  await blocked(stage, 0);
  await unlock();
});

test("deletes the counts of past days and keeps today's", async () => {
  const form = await stage.newForm(short());
  await start(stage.call, form);
  await stage.database.query("insert into sessions.form_days values ($1, current_date - 9, 5)", [form.form_id]);
  const { forgetDays } = await import("../../../services/sessions/store/quotas.ts");
  await forgetDays(stage.database, new Date().toISOString().slice(0, 10), 1_000);
  const { rows } = await stage.database.query("select day from sessions.form_days where form_id = $1", [form.form_id]);
  expect(rows).toHaveLength(1);
});

async function reserve(form: LiveForm, sessionId?: string) {
  const session = sessionId ?? (await start(stage.call, form));
  const fileId = randomUUID();
  const url = `https://forms.example/api/v2/file/${fileId}/`;
  const { id } = await stage.call("sessions.reserveFile", {
    session_id: session,
    file_id: fileId,
    url,
    query: { node_id: "photos" },
  });
  return { id, session_id: session };
}

const commit = (id: string, size: number, call = stage.call) =>
  call("sessions.commitFile", { id, name: "a.png", size, content_type: "image/png" });

const newFileForm = () => stage.newForm(withFiles as unknown as Graph);

test("never stores more bytes than the quota under concurrency, and counts a repeat once", async () => {
  const form = await newFileForm();
  const files = await Promise.all(Array.from({ length: 8 }, () => reserve(form)));
  const size = mebibyte / 4;
  const { results, errors } = await outcomes(
    files.map(({ id }, at) => commit(id, size, at % 2 ? other() : stage.call)),
  );
  expect(results).toHaveLength(4);
  for (const error of errors) expect(error).toMatchObject({ code: 409, data: { body: { is_storage_full: true } } });
  const { rows } = await stage.database.query("select id from sessions.files where form_id = $1 and state = 'stored'", [
    form.form_id,
  ]);
  await commit(rows[0].id, size);
  expect(await failure(reserve(form))).toMatchObject({ code: 409 });
  await eventually(() => expect(notices.map(({ kind }) => kind)).toContain("quota_warning"));
});

test("frees the bytes of files that are erased, removed or expired", async () => {
  const form = await newFileForm();
  const full = async () => {
    const { id, session_id } = await reserve(form);
    await commit(id, mebibyte);
    expect(await failure(reserve(form))).toMatchObject({ code: 409 });
    return { id, session_id };
  };
  const { session_id } = await full();
  await stage.call("sessions.erase", { form_id: form.form_id, session_id });
  await stage.call("sessions.removeFile", await full());
  const expired = await full();
  await stage.database.query(
    `with s as (update sessions.sessions set last_activity_at = now() - interval '2 days' where id = $1)
      update sessions.files set check_at = now() - interval '1 day' where session_id = $1`,
    [expired.session_id],
  );
  await expireAndRemove((stage.processes[0] as Stage["processes"][number]).service, new Date());
  await full();
});
