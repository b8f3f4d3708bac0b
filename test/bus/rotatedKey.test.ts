import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Owner, owner, publishForm } from "../support/api.ts";
import { come, shiftForm } from "../support/places.ts";
import { testSecretsKey } from "../support/postgres.ts";
import { type Product, startProduct } from "../support/product.ts";
import { rotate } from "../support/rotate.ts";

/** Unique answers (wants §22), whose hashes have a key, while SECRETS_KEY changes in one process after the other. */
let product: Product;
let me: Owner;
const key = Buffer.alloc(32, "another").toString("base64");
const previous = { SECRETS_KEY: testSecretsKey };
const both = { SECRETS_KEY: key, SECRETS_KEY_OLD: testSecretsKey };

beforeAll(async () => {
  product = await startProduct({ way: "many", others: ["auth", "forms", "analytics", "integrations"] });
  me = await owner(product.url);
}, 120_000);
afterAll(() => product?.stop(), 60_000);

/** Replaces the process by one with these keys. */
async function restart(env: Record<string, string>): Promise<void> {
  await product.kill("sessions", "SIGTERM");
  await product.start("sessions", env);
  await product.untilReady();
}

test("processes with either key see each other's answers, and none is forgotten with the previous key", async () => {
  const slug = await publishForm(me, shiftForm({ early: null, late: null }));
  const given: string[] = [];
  const isAccepted = async (ticket: string) => (await come(product.url, slug, ticket)) !== null;
  const giveNew = async () => {
    for (const ticket of given) expect([ticket, await isAccepted(ticket)]).toEqual([ticket, false]);
    const ticket = `T${given.length}`;
    expect(await isAccepted(ticket)).toBe(true);
    given.push(ticket);
  };
  await giveNew();
  for (const env of [both, previous, both]) {
    await restart(env);
    await giveNew();
  }
  // the same as the loop of sessions, which waits up to a minute
  const rotated = await rotate({ ...both, DATABASE_URL: product.database.url });
  expect(rotated).toMatchObject({ code: 0, stdout: expect.stringContaining("of 1 forms again.") });
  await restart({ SECRETS_KEY: key });
  await giveNew();
}, 180_000);
