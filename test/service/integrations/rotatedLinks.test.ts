import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import pg from "pg";
import type { MailRow } from "../../../services/integrations/store/mails.ts";
import { migratedDatabase, type TestDatabase, testSecretsKey } from "../../support/postgres.ts";

/** Links in emails, and who has unsubscribed, after a change of SECRETS_KEY. */
let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await migratedDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const [first, second, third] = [testSecretsKey, ...[2, 3].map((byte) => Buffer.alloc(32, byte).toString("base64"))];

/** Returns the modules of a process with these keys. */
async function withKeys(SecretsKey = "", SecretsKeyOld?: string) {
  delete process.env.SECRETS_KEY_OLD;
  Object.assign(process.env, { SECRETS_KEY: SecretsKey, ...(SecretsKeyOld && { SECRETS_KEY_OLD: SecretsKeyOld }) });
  jest.resetModules();
  const links = await import("../../../services/integrations/mail/links.ts");
  const leaving = await import("../../../services/integrations/mail/leaving.ts");
  const { rotateSecrets } = await import("../../../services/integrations/store/rotateSecrets.ts");
  const { loadRecipientKey } = await import("../../../services/integrations/store/recipientKey.ts");
  links.useRecipientKey(await loadRecipientKey(pool, links.firstRecipientKey()));
  return { ...links, ...leaving, rotate: () => rotateSecrets(pool) };
}

const address = { address_key: "ada@example.com", address: "ada@example.com", asked_at: new Date().toISOString() };
const mail = { id: randomUUID(), addresses: [{ ...address, state: "active" }] } as unknown as MailRow;
const purposes = ["confirm", "stop"] as const;

it("keeps links of the previous key good while it is set, and hashes of addresses forever", async () => {
  const before = await withKeys(first);
  const hash = before.recipientOf("Ada+tag@example.com");
  const leave = before.leavingToken({ accountId: randomUUID(), linkId: randomUUID(), recipient: hash });
  const old = purposes.map((purpose) => before.tokenFor(purpose, mail.id, mail.addresses[0] as never));

  const during = await withKeys(second, first);
  const opens = (links: typeof during, tokens: string[]) =>
    tokens.map((token, at) => links.addressOf(purposes[at] ?? "stop", token, mail, new Date())?.address ?? null);
  expect(opens(during, old)).toEqual(["ada@example.com", "ada@example.com"]);
  expect(opens(during, old.toReversed())).toEqual([null, null]);
  expect(during.readLeavingToken(leave)?.recipient).toBe(during.recipientOf("ada@example.com"));
  const now = purposes.map((purpose) => during.tokenFor(purpose, mail.id, mail.addresses[0] as never));
  expect(now).not.toEqual(old);

  await during.rotate();
  const after = await withKeys(second);
  expect([opens(after, old), opens(after, now)]).toEqual([
    [null, null],
    ["ada@example.com", "ada@example.com"],
  ]);
  expect(after.readLeavingToken(leave)).toBeNull();
  expect(after.recipientOf("ada@example.com")).toBe(hash);
  await expect(withKeys(third)).rejects.toThrow("A stored secret needs the key");
});

it("opens no altered link, also if it decodes to the same bytes", async () => {
  const links = await withKeys(second);
  const token = links.tokenFor("stop", mail.id, mail.addresses[0] as never);
  const leave = links.leavingToken({
    accountId: randomUUID(),
    linkId: randomUUID(),
    recipient: links.recipientOf("a@b.example"),
  });
  for (const alter of [(text: string) => `${text}=`, (text: string) => `${text} `, (text: string) => `${text}.`]) {
    expect(links.mailIdIn(alter(token))).toBeNull();
    expect(links.readLeavingToken(alter(leave))).toBeNull();
  }
});
