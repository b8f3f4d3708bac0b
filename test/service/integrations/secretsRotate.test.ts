import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { eventually } from "../../support/eventually.ts";
import { testSecretsKey } from "../../support/postgres.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { rotate } from "../../support/rotate.ts";
import { type Stage, startStage } from "./deliveriesStage.ts";

/** `npm run secrets -- rotate` (decisions §7) beside a running service. */
let stage: Stage;
let receiver: Receiver;
const newKey = Buffer.alloc(32, "another").toString("base64");

beforeAll(async () => {
  stage = await startStage({ SECRETS_KEY_OLD: newKey });
  receiver = await startReceiver();
});
afterAll(async () => {
  await stage.stop();
  await receiver.close();
});

test("seals all stored secrets with the new key without changing them", async () => {
  const attached = await stage.webhook(receiver.url);
  const { caller, id } = attached;
  const { secret_key } = await stage.call("integrations.regenerateSecret", { caller, id });
  const keys = async () => {
    const rows = await stage.query(
      "select distinct split_part(value, ':', 2) as key from integrations.integrations, jsonb_each_text(secrets)",
    );
    return rows.map(({ key }) => key);
  };
  const [before] = await keys();
  expect(await rotate({ SECRETS_KEY: newKey, SECRETS_KEY_OLD: testSecretsKey })).toMatchObject({
    code: 0,
    stdout:
      "Re-encrypted the secrets of 1 integrations.\nRe-encrypted the two-step sign-in of 0 people.\nHashed the unique answers of 0 forms again.\n",
  });
  const [after, ...further] = await keys();
  expect(further).toEqual([]);
  expect(after).not.toBe(before);
  expect(await rotate({ SECRETS_KEY: newKey, SECRETS_KEY_OLD: testSecretsKey })).toMatchObject({
    stdout:
      "Re-encrypted the secrets of 0 integrations.\nRe-encrypted the two-step sign-in of 0 people.\nHashed the unique answers of 0 forms again.\n",
  });
  // a service that knows both keys continues
  await stage.happen(attached.form);
  await eventually(() => expect(receiver.received).toHaveLength(1));
  const [got] = receiver.received;
  expect(() => new Webhook(secret_key).verify(got?.body ?? "", got?.headers ?? {})).not.toThrow();
});

test.each([
  [{ SECRETS_KEY: newKey }, /^Set SECRETS_KEY_OLD to the previous key\.\n$/],
  [
    {
      SECRETS_KEY: Buffer.alloc(32, "x").toString("base64"),
      SECRETS_KEY_OLD: Buffer.alloc(32, "y").toString("base64"),
    },
    /^A stored secret needs the key [0-9a-f]{8}, but SECRETS_KEY is [0-9a-f]{8}\.\n$/,
  ],
])("reports the fault with %j and changes nothing", async (env, line) => {
  const before = await stage.query("select id, secrets from integrations.integrations order by id");
  expect(await rotate(env)).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(line) });
  expect(await stage.query("select id, secrets from integrations.integrations order by id")).toEqual(before);
});
