import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { type Middleware, type Service, ServiceBroker } from "moleculer";
import { callOf } from "../../../shared/bus/calls.ts";
import { migratedDatabase, type TestDatabase } from "../../support/postgres.ts";
import { bareEnvironment } from "../../support/processes.ts";
import { type AuthBroker, statusOf } from "./broker.ts";

/** The first account of a server that others can reach (decisions §2, SETUP_TOKEN of §8). */
let database: TestDatabase;
let auth: Pick<AuthBroker, "call" | "stop">;
let link: string;

beforeAll(async () => {
  database = await migratedDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.SIGNUP = "first";
  process.env.BASE_URL = "https://forms.example/";
  [auth, link] = await startCopy();
});
afterAll(async () => {
  await auth.stop();
  await database.drop();
});

/** Starts the service, and returns the link that it logs, if any. */
async function startCopy(): Promise<[Pick<AuthBroker, "call" | "stop">, string]> {
  const { default: service } = await import("../../../services/auth/auth.service.ts");
  const warn = jest.fn<(message: string) => void>();
  const logged: Middleware = { serviceCreated: (created: Service) => Object.assign(created.logger, { warn }) };
  const broker = new ServiceBroker({ logger: false, middlewares: [logged] });
  broker.createService(service);
  await broker.start();
  const said = warn.mock.calls.map(([message]) => message).find((message) => message.startsWith("Create the first"));
  return [{ call: callOf(broker), stop: () => broker.stop() }, said?.replace(/^.*: /, "") ?? ""];
}

const tokenIn = (text: string) => new URLSearchParams(new URL(text).hash.slice(1)).get("setup") ?? "";

const register = (email: string, setup?: string) =>
  statusOf(
    auth.call("auth.register", {
      body: { email, password: "correct horse battery", name: "Ada", ...(setup !== undefined && { setup }) },
    }),
  );

test("logs the same link at each start", async () => {
  expect(link).toMatch(/^https:\/\/forms\.example\/register#setup=[\w-]{43}$/);
  const [other, same] = await startCopy();
  await other.stop();
  expect(same).toBe(link);
});

test("creates the first account with the link's token only, then no other", async () => {
  expect(await auth.call("auth.options", {})).toMatchObject({ signup_open: true, setup_required: true });
  expect(await register("mallory@example.com")).toBe(403);
  for (const wrong of ["", "x", `${tokenIn(link)}x`]) expect(await register("mallory@example.com", wrong)).toBe(403);
  const body = { email: "mallory@example.com", password: "correct horse battery", name: "Mallory" };
  await expect(auth.call("auth.register", { body })).rejects.toThrow(
    "The first account needs the setup link from the server's log.",
  );
  const all = await Promise.all(["a", "b", "c"].map((name) => register(`${name}@example.com`, tokenIn(link))));
  expect(all.toSorted()).toEqual([200, 403, 403]);
  expect(await auth.call("auth.options", {})).toMatchObject({ signup_open: false, setup_required: false });
  expect(await register("late@example.com", tokenIn(link))).toBe(403);
});

test("logs no link once an account exists", async () => {
  const [other, none] = await startCopy();
  await other.stop();
  expect(none).toBe("");
});

/** Returns what another process, with its own environment, makes of a registration. */
function needsSetup(env: Record<string, string>): Promise<string> {
  const script = `const { needsSetup } = await import(${JSON.stringify(join(import.meta.dirname, "../../../services/auth/setup.ts"))}); console.log(needsSetup());`;
  return new Promise((done, fail) =>
    execFile(
      process.execPath,
      ["--input-type=module", "-e", script],
      { env: { ...bareEnvironment(), ...env } },
      (error, stdout) => (error ? fail(error) : done(stdout.trim())),
    ),
  );
}

test.each([
  [{ SIGNUP: "first", BASE_URL: "https://forms.example" }, "true"],
  [{ SIGNUP: "first" }, "false"],
  [{ SIGNUP: "first", BASE_URL: "http://localhost:3000" }, "false"],
  [{ SIGNUP: "first", BASE_URL: "http://127.0.0.1:3000" }, "false"],
  [{ SIGNUP: "first", BASE_URL: "http://[::1]:3000" }, "false"],
  [{ SIGNUP: "open", BASE_URL: "https://forms.example" }, "false"],
])("asks for the token with %j: %s", async (env, asks) => {
  expect(await needsSetup(env)).toBe(asks);
});
