import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Attachment, type EventName } from "../../../shared/api/shapes/integrations.ts";
import type { Call } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { checker } from "../../../shared/domain/schema.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { statusOf } from "../auth/broker.ts";
import { type IntegrationsBroker, newCaller, newestFirst, startIntegrations } from "./broker.ts";

let broker: IntegrationsBroker;
let call: Call;

beforeAll(async () => {
  broker = await startIntegrations();
  call = broker.call;
});
afterAll(() => broker.stop());

const webhook = (caller: Caller, name = "Hook") =>
  call("integrations.create", { caller, type: "webhook", body: { name, config: { url: "https://a.example" } } });
const attach = (caller: Caller, slug: string, id: string, events: EventName[] = ["session.completed"]) =>
  call("integrations.attach", { caller, slug, body: { integration_id: id, events } });
const attached = async (caller: Caller, slug: string, options = {}) =>
  (await call("integrations.listAttachments", { caller, slug, paging: { ...newestFirst, ...options } })).results;

test("creates, updates, lists and detaches an attachment, and keeps the integration", async () => {
  const caller = newCaller();
  const slug = broker.newForm(caller);
  const { id } = await webhook(caller);
  const made = await attach(caller, slug, id, ["session.started", "session.completed"]);
  expect(checker(Attachment)(made)).toEqual([]);
  expect(made).toMatchObject({
    integration_id: id,
    integration_name: "Hook",
    integration_type: "webhook",
    events: ["session.started", "session.completed"],
    is_enabled: true,
    notify_on_failure: false,
  });
  const change = (body: object) => call("integrations.updateAttachment", { caller, slug, id: made.id, body });
  expect(await change({ is_enabled: false })).toEqual({ ...made, is_enabled: false });
  expect(await change({ is_enabled: undefined, events: undefined })).toEqual({ ...made, is_enabled: false });
  const all = { events: ["session.abandoned"], is_enabled: true, notify_on_failure: true };
  expect(await change(all)).toEqual({ ...made, ...all });
  expect(await attached(caller, slug)).toEqual([{ ...made, ...all }]);
  await call("integrations.detach", { caller, slug, id: made.id });
  expect(await attached(caller, slug)).toEqual([]);
  expect(await statusOf(call("integrations.detach", { caller, slug, id: made.id }))).toBe(404);
  expect(await statusOf(attach(caller, slug, id))).toBe(200);
});

test("accepts one of ten concurrent attachments of an integration and returns 409 for the rest", async () => {
  const caller = newCaller();
  const slug = broker.newForm(caller);
  const { id } = await webhook(caller);
  const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(attach(caller, slug, id))));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(9);
  expect(await attached(caller, slug)).toHaveLength(1);
  expect(await statusOf(attach(caller, broker.newForm(caller), id))).toBe(200);
});

test("returns 400 for an unknown integration, 403 for another account's and 400 for a repeated event", async () => {
  const caller = newCaller();
  const slug = broker.newForm(caller);
  const { id } = await webhook(caller);
  const foreign = await webhook(newCaller());
  await expect(attach(caller, slug, newUuid())).rejects.toMatchObject({
    code: 400,
    data: { errors: [expect.stringMatching(/^integration_id: /)] },
  });
  expect(await statusOf(attach(caller, slug, foreign.id))).toBe(403);
  const twice: EventName[] = ["session.started", "session.started"];
  await expect(attach(caller, slug, id, twice)).rejects.toMatchObject({
    code: 400,
    data: { errors: [expect.stringMatching(/^events\.1: /)] },
  });
  const made = await attach(caller, slug, id);
  const body = { events: twice };
  expect(await statusOf(call("integrations.updateAttachment", { caller, slug, id: made.id, body }))).toBe(400);
});

test("checks 403 and 404 of the form first, and hides attachments of other forms", async () => {
  const caller = newCaller();
  const [slug, other] = [broker.newForm(caller), broker.newForm(caller)];
  const made = await attach(caller, slug, (await webhook(caller)).id);
  const attempts = (who: Caller, form: string, id: string) =>
    Promise.all([
      statusOf(call("integrations.updateAttachment", { caller: who, slug: form, id, body: {} })),
      statusOf(call("integrations.detach", { caller: who, slug: form, id })),
    ]);
  expect(await attempts(newCaller(), slug, made.id)).toEqual([403, 403]);
  expect(await attempts(caller, "absent", made.id)).toEqual([404, 404]);
  expect(await attempts(caller, other, made.id)).toEqual([404, 404]);
  expect(await attempts(caller, slug, "nonsense")).toEqual([404, 404]);
  expect(await statusOf(attach(newCaller(), slug, made.integration_id))).toBe(403);
  expect(await statusOf(call("integrations.listAttachments", { caller: newCaller(), slug, paging: newestFirst }))).toBe(
    403,
  );
  expect(await attached(caller, slug)).toEqual([made]);
});

test("detaches a deleted integration from all forms", async () => {
  const caller = newCaller();
  const slugs = [broker.newForm(caller), broker.newForm(caller)];
  const kept = await webhook(caller, "Kept");
  const gone = await webhook(caller, "Gone");
  for (const slug of slugs) {
    await attach(caller, slug, kept.id);
    await attach(caller, slug, gone.id);
  }
  expect((await attached(caller, slugs[0] as string)).map((row) => row.integration_name)).toEqual(["Gone", "Kept"]);
  const byName = { ordering: { field: "name", descending: true }, limit: 1 };
  expect((await attached(caller, slugs[0] as string, byName)).map((row) => row.integration_name)).toEqual(["Kept"]);
  const sought = await attached(caller, slugs[0] as string, { search: "gon" });
  expect(sought.map((row) => row.integration_name)).toEqual(["Gone"]);
  await call("integrations.remove", { caller, type: "webhook", id: gone.id });
  for (const slug of slugs) {
    expect((await attached(caller, slug)).map((row) => row.integration_name)).toEqual(["Kept"]);
  }
});

test("leaves no attachment when the integration is deleted concurrently", async () => {
  const caller = newCaller();
  for (let i = 0; i < 10; i++) {
    const slug = broker.newForm(caller);
    const { id } = await webhook(caller);
    const [status] = await Promise.all([
      statusOf(attach(caller, slug, id)),
      call("integrations.remove", { caller, type: "webhook", id }),
    ]);
    expect([200, 400]).toContain(status);
    expect(await attached(caller, slug)).toEqual([]);
  }
});
