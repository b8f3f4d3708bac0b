import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { readSuspension } from "../../../services/auth/store/suspension.ts";
import type { Call } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { eventually } from "../../support/eventually.ts";
import { type AuthBroker, newOwner, startAuth, statusOf } from "./broker.ts";

/** Tells forms of workspaces that are going to be deleted (teams §20.13). */
interface Told {
  account_id: string;
  is_suspended: boolean;
  revision: number;
}
let auth: AuthBroker;
let owner: Awaited<ReturnType<typeof newOwner>>;
let told: Told[];
let answer: (one: Told) => Promise<void>;

beforeAll(async () => {
  process.env.SIGNUP = "open";
  process.env.DATABASE_POOL_SIZE = "2";
  auth = await startAuth();
  owner = await newOwner(auth.call);
  auth.service.call = (async (name: string, params: unknown) => {
    if (name !== "forms.suspend") return null;
    told.push(params as Told);
    return answer(params as Told);
  }) as unknown as Call;
});
afterAll(() => auth.stop());

beforeEach(() => {
  told = [];
  answer = async () => undefined;
});

async function newWorkspace(name: string) {
  const { id } = await auth.call("auth.createWorkspace", { caller: owner.caller, body: { name } });
  const as = (): Promise<Caller> => auth.call("auth.authenticate", { token: owner.token, workspace: id });
  return {
    id,
    remove: async () => {
      const body = { name, password: owner.password };
      return auth.call("auth.deleteWorkspace", { caller: await as(), token: owner.token, id, body });
    },
    restore: async () => auth.call("auth.restoreWorkspace", { caller: await as(), id }),
  };
}

const jobs = () => auth.service.database.pool.query("select from auth.jobs where kind = 'suspend'");

test("more workspaces than connections are deleted at the same time", async () => {
  const all = await Promise.all(["A", "B", "C", "D"].map(newWorkspace));
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = () => {
    if (new Set(told.map(({ account_id }) => account_id)).size === all.length) resolve();
    return promise;
  };
  await Promise.all(all.map(({ remove }) => remove()));
});

test("a change that forms doesn't hear of returns 503, and follows", async () => {
  const { id, remove, restore } = await newWorkspace("Late");
  answer = () => Promise.reject(new Error("forms is away"));
  expect(await statusOf(remove())).toBe(503);
  expect((await jobs()).rowCount).toBe(1);
  answer = async () => undefined;
  await eventually(async () => expect((await jobs()).rowCount).toBe(0));
  await restore();
  const own = told.filter(({ account_id }) => account_id === id);
  expect(own.at(-1)?.is_suspended).toBe(false);
  expect(own.at(-1)?.revision).toBeGreaterThan(own[0]?.revision ?? 0);
});

test("a change by a copy of the previous release, which knows no revision, is newer than those before", async () => {
  const { id, remove, restore } = await newWorkspace("Upgraded");
  await remove();
  await restore();
  const previous = "update auth.accounts set deletes_at = now() + interval '7 days' where id = $1";
  const { pool } = auth.service.database;
  await pool.query(previous, [id]);
  // forms drops what it is told of the restored one afterward (test/service/forms/live.test.ts)
  const newest = told.findLast(({ account_id }) => account_id === id)?.revision ?? 0;
  expect(await readSuspension(pool, id)).toEqual({ is_suspended: true, revision: newest + 1 });
});

test("one who deletes themselves with a workspace that forms doesn't hear of gets 503, and all others are told", async () => {
  const person = await newOwner(auth.call);
  const { id } = await auth.call("auth.createWorkspace", { caller: person.caller, body: { name: "Second" } });
  answer = ({ account_id }) =>
    account_id === person.caller.account_id ? Promise.reject(new Error("forms is away")) : Promise.resolve();
  const { caller, token, password } = person;
  expect(await statusOf(auth.call("auth.deleteMe", { caller, token, body: { password } }))).toBe(503);
  expect(new Set(told.map(({ account_id }) => account_id))).toEqual(new Set([id, caller.account_id]));
  answer = async () => undefined;
  await eventually(async () => expect((await jobs()).rowCount).toBe(0));
});
