import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { type Middleware, type Service, ServiceBroker } from "moleculer";
import pg from "pg";
import { callOf } from "../../../shared/bus/calls.ts";
import { migratedDatabase, type TestDatabase } from "../../support/postgres.ts";
import { secretOf } from "../../support/totp.ts";
import { newOwner, statusOf } from "./broker.ts";

/** Second factors and SECRETS_KEY (teams §20.8). */
const [first, second] = ["first", "second"].map((text) => Buffer.alloc(32, text).toString("base64"));
let database: TestDatabase;
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(() => database.drop());

/** Starts auth as a new process with these variables would. */
async function started(variables: Record<string, string>) {
  jest.resetModules();
  for (const name of ["SECRETS_KEY", "SECRETS_KEY_OLD"]) delete process.env[name];
  Object.assign(process.env, { SIGNUP: "open", DATABASE_URL: database.url, ...variables });
  const { default: service } = await import("../../../services/auth/auth.service.ts");
  const warn = jest.fn<(message: string) => void>();
  const logged: Middleware = { serviceCreated: (created: Service) => Object.assign(created.logger, { warn }) };
  const broker = new ServiceBroker({ logger: false, middlewares: [logged] });
  broker.createService(service);
  await broker.start();
  return { call: callOf(broker), warn, stop: () => broker.stop() };
}

test("without the key auth starts, says once that two-step sign-in is unavailable, and answers 409", async () => {
  const { call, warn, stop } = await started({});
  try {
    expect(warn.mock.calls.flat().filter((line) => line.includes("SECRETS_KEY"))).toHaveLength(1);
    const { token, password } = await newOwner(call);
    const caller = await call("auth.authenticate", { token, workspace: null });
    expect(await statusOf(call("auth.startSecondFactor", { caller, token, body: { password } }))).toBe(409);
    expect(await call("auth.getSecondFactor", { caller })).toMatchObject({ is_enabled: false });
  } finally {
    await stop();
  }
});

test("codes work with the previous key, and with the new one alone after rotating", async () => {
  const { codeAt, stepAt } = await import("../../../services/auth/totp.ts");
  const before = await started({ SECRETS_KEY: first ?? "" });
  const { token, password, email } = await newOwner(before.call, "correct horse battery 2");
  const caller = await before.call("auth.authenticate", { token, workspace: null });
  const { secret } = await before.call("auth.startSecondFactor", { caller, token, body: { password } });
  const code = (after: number) => codeAt(secretOf(secret), stepAt(Date.now()) + after);
  const { recovery_codes } = await before.call("auth.confirmSecondFactor", { caller, token, body: { code: code(-1) } });
  await before.stop();
  const enter = async (call: typeof before.call, given: string) => {
    const refused = await call("auth.login", { body: { email, password } }).catch((error) => error);
    const { challenge } = refused.data.body;
    return statusOf(call("auth.loginWithCode", { body: { challenge, code: given } }));
  };
  const both = { SECRETS_KEY: second ?? "", SECRETS_KEY_OLD: first ?? "" };
  const between = await started(both);
  expect(await enter(between.call, code(0))).toBe(200);
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const { resealSecondFactors } = await import("../../../services/auth/store/secondFactors.ts");
  expect(await resealSecondFactors(pool)).toBe(1);
  expect(await resealSecondFactors(pool)).toBe(0);
  await pool.end();
  await between.stop();
  const after = await started({ SECRETS_KEY: second ?? "" });
  expect(await enter(after.call, code(1))).toBe(200);
  expect(await enter(after.call, recovery_codes[0] ?? "")).toBe(200);
  await after.stop();
});
