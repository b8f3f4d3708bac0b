import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type AuthBroker, startAuth, statusOf } from "./authBroker.ts";

let auth: AuthBroker;

beforeAll(async () => {
  process.env.SIGNUP = "first";
  auth = await startAuth();
});
afterAll(() => auth.stop());

const register = (email: string) =>
  statusOf(auth.call("auth.register", { body: { email, password: "correct horse battery", name: "First" } }));

test("SIGNUP=first: of 20 registrations at once exactly one makes the account, the others are 403", async () => {
  const statuses = await Promise.all(Array.from({ length: 20 }, (_, i) => register(`person${i}@example.com`)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 403)).toHaveLength(19);
  const { rows } = await auth.service.database.pool.query("select count(*)::int as count from auth.accounts");
  expect(rows[0].count).toBe(1);
});

test("then 403 comes before 409 for the e-mail that is taken", async () => {
  const { rows } = await auth.service.database.pool.query("select email from auth.users");
  expect(await register(rows[0].email)).toBe(403);
});
