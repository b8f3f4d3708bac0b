import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type AuthBroker, startAuth, statusOf } from "./broker.ts";

let auth: AuthBroker;

beforeAll(async () => {
  process.env.SIGNUP = "first";
  auth = await startAuth();
});
afterAll(() => auth.stop());

const register = (email: string) =>
  statusOf(auth.call("auth.register", { body: { email, password: "correct horse battery", name: "First" } }));

const isOpen = async () => (await auth.call("auth.options", {})).signup_open;

test("creates exactly one account in 20 concurrent registrations with SIGNUP=first, and returns 403 to the others", async () => {
  expect(await isOpen()).toBe(true);
  const statuses = await Promise.all(Array.from({ length: 20 }, (_, i) => register(`person${i}@example.com`)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 403)).toHaveLength(19);
  const { rows } = await auth.service.database.pool.query("select count(*)::int as count from auth.accounts");
  expect(rows[0].count).toBe(1);
  expect(await isOpen()).toBe(false);
});

test("returns 403 before 409 for a taken email once sign-up is closed", async () => {
  const { rows } = await auth.service.database.pool.query("select email from auth.users");
  expect(await register(rows[0].email)).toBe(403);
});

test("says how to get access", async () => {
  const body = { email: "late@example.com", password: "correct horse battery", name: "Late" };
  await expect(auth.call("auth.register", { body })).rejects.toThrow(/an account exists.*SIGNUP=open.*npm run user/);
});
