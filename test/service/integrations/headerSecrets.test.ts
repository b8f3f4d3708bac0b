import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { sealHeaders } from "../../../services/integrations/store/sealHeaders.ts";
import { maskedValue } from "../../../shared/domain/integrations/maskedValue.ts";
import { eventually } from "../../support/eventually.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { newestFirst } from "./broker.ts";
import { type Attached, type Stage, startStage } from "./deliveriesStage.ts";

/** Values of a webhook's own headers are secrets (decisions §7). */
let stage: Stage;
let receiver: Receiver;

beforeAll(async () => {
  stage = await startStage();
  // a receiver that echoes its request
  receiver = await startReceiver((response, request) => void response.end(`echo: ${request.headers["x-tenant"]}`));
});
afterAll(async () => {
  await stage.stop();
  await receiver.close();
});

const change = ({ caller, id }: Attached, headers: object | null) =>
  stage.call("integrations.update", { caller, type: "webhook", id, body: { config: { headers } } });

/** Returns the headers of the next delivery. */
async function delivered(attached: Attached): Promise<Record<string, string>> {
  const event = await stage.happen(attached.form);
  return eventually(() => {
    const found = receiver.received.find(({ headers }) => headers["webhook-id"] === event.id);
    if (!found) throw new Error("not yet");
    return found.headers;
  });
}

async function dump(): Promise<string> {
  const tables = await stage.query("select tablename from pg_tables where schemaname = 'integrations'");
  const rows = await Promise.all(
    tables.map(({ tablename }) => stage.query(`select t::text from integrations.${tablename} t`)),
  );
  return JSON.stringify(rows);
}

test("sends them to the receiver and shows them in no response, record or row", async () => {
  const attached = await stage.webhook(receiver.url, {
    config: { headers: { "X-Tenant": "open-sesame", "X-Empty": "" } },
  });
  expect(await delivered(attached)).toMatchObject({ "x-tenant": "open-sesame", "x-empty": "" });
  const { caller, id } = attached;
  const { results } = await stage.call("integrations.list", { caller, paging: newestFirst });
  expect(results[0]?.config.headers).toEqual({ "X-Tenant": maskedValue, "X-Empty": maskedValue });
  const [record] = await eventually(async () => {
    const records = await stage.deliveriesOf(attached);
    expect(records).toHaveLength(1);
    return records;
  });
  const detail = { caller, type: "webhook", id, delivery_id: record?.id ?? "" };
  expect((await stage.call("integrations.getDelivery", detail)).response_body).toBe("echo: [redacted]");
  expect(await dump()).not.toContain("sesame");
});

test("keeps a stored value for a masked one, replaces others and removes missing ones", async () => {
  const attached = await stage.webhook(receiver.url, { config: { headers: { "X-A": "first", "X-B": "second" } } });
  expect((await change(attached, { "X-A": maskedValue, "X-C": "third" })).config.headers).toEqual({
    "X-A": maskedValue,
    "X-C": maskedValue,
  });
  const headers = await delivered(attached);
  expect(headers).toMatchObject({ "x-a": "first", "x-c": "third" });
  expect(headers).not.toHaveProperty("x-b");
  await expect(change(attached, { "X-B": maskedValue })).rejects.toMatchObject({
    code: 400,
    data: { errors: [expect.stringMatching(/^config.headers.X-B: is masked/)] },
  });
  expect((await change(attached, null)).config).not.toHaveProperty("headers");
  expect(await delivered(attached)).not.toHaveProperty("x-a");
});

test("seals values stored in plain text by an older version, once", async () => {
  const attached = await stage.webhook(receiver.url);
  await stage.query(
    `update integrations.integrations set config = config || '{"headers": {"X-Old": "old-sesame"}}' where id = $1`,
    [attached.id],
  );
  const before = await delivered(attached);
  expect(await sealHeaders(stage.pool())).toBe(1);
  expect(await sealHeaders(stage.pool())).toBe(0);
  expect(await dump()).not.toContain("sesame");
  for (const headers of [before, await delivered(attached)]) expect(headers["x-old"]).toBe("old-sesame");
});
