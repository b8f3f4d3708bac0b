import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct } from "../support/product.ts";
import { runFolder } from "../support/run.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { type MailServer, parseMail, startMailServer } from "../support/smtp.ts";

/**
 * Invitations survive a kill after the mail server has one and before that is stored. It can't be known then whether the email
 * left, so another copy sends it again under the same Message-ID, and mail programs show one.
 */
let product: Product;
let mail: MailServer;
let me: Owner;
let database: pg.Pool;
const killAt = join(runFolder(), "kill-at-invitations");

beforeAll(async () => {
  mail = await startMailServer();
  product = await startProduct({
    way: "many",
    env: {
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "../support/killAt.mjs")).href}`,
      KILL_AT: killAt,
      SMTP_URL: mail.url,
      QUOTA_INVITATIONS_PER_ACCOUNT_DAY: "100",
      SIGNUP: "open",
    },
    copies: ["integrations-2"],
    others: ["gateway", "auth", "forms", "sessions", "analytics"],
  });
  database = new pg.Pool({ connectionString: product.database.url });
  me = await owner(product.url);
}, 120_000);
afterAll(async () => {
  await database?.end();
  await product?.stop();
  await mail?.close();
}, 60_000);

test("a kill after an email was sent leaves one email per person, and none out", async () => {
  const slug = await publishForm(me, chain(node("name", "short_text")));
  const people = Array.from({ length: 40 }, (_, at) => `p${at}@example.com`);
  const links = people.map((reference) => ({ reference }));
  await expecting(201, me.post(`/api/v2/form/${slug}/links/`, { links }));
  writeFileSync(killAt, "invitation-sent");
  const body = { subject: "Hello", text: "", filter: {} };
  const { body: sent } = await expecting(201, me.post(`/api/v2/form/${slug}/links/mail/`, body));
  const copies = [...product.processes].filter(([name]) => name.startsWith("integrations"));
  const ends = copies.map(async ([name, process]) => ({ name, process, end: await process.ended }));
  const { name, process, end } = await Promise.race(ends);
  expect(end).toBe("SIGKILL");
  expect(readFileSync(process.log, "utf8")).toContain("Killed at invitation-sent");
  await product.start(name);
  const state = async () => (await expecting(200, me.get(`/api/v2/form/${slug}/links/mail/${sent.id}/`))).body;
  await eventually(async () => expect((await state()).counts.sent).toBeGreaterThanOrEqual(35), 60);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  // the leases of the dead process have expired
  await database.query("update integrations.link_letters set due_at = now() where state = 'waiting'");
  await eventually(async () => {
    const now = await state();
    expect(now).toMatchObject({ status: "done", counts: { recipients: 40, sent: 40, failed: 0 } });
  }, 60);
  const ids = new Map(people.map((address) => [address, new Set<string>()]));
  for (const received of mail.mails)
    ids.get(received.to[0] ?? "")?.add(parseMail(received).headers.get("message-id") ?? "");
  expect([...ids.values()].map(({ size }) => size)).toEqual(people.map(() => 1));
  // each conversation of the killed process at most once more
  expect(mail.mails.length - 40).toBeLessThanOrEqual(5);
  await eventually(async () => {
    const { body: list } = await expecting(200, me.get(`/api/v2/form/${slug}/links/?mail_status=sent&limit=1`));
    expect(list.count).toBe(40);
  }, 30);
}, 150_000);
