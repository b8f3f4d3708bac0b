import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { forgetUsage } from "../../services/auth/usageStore.ts";
import type { Request } from "../../services/gateway/route.ts";
import { openMeter } from "../../services/gateway/usage/meter.ts";
import type { Caller, UsageCount } from "../../shared/contract.ts";
import { eventually } from "../support/eventually.ts";
import { type MailServer, startMailServer } from "../support/smtp.ts";
import { type AuthBroker, newOwner, startAuth, statusOf } from "./authBroker.ts";

/** Usage as auth keeps it, the gateway's meter, and passwords that are lost (decisions §2). */
let auth: AuthBroker;
let mail: MailServer;
beforeAll(async () => {
  process.env.SIGNUP = "open";
  mail = await startMailServer();
  process.env.SMTP_URL = mail.url;
  auth = await startAuth();
});
afterAll(async () => {
  await auth.stop();
  await mail.close();
});

const day = (ago = 0) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const countOf = (caller: Caller, changes: Partial<UsageCount> = {}): UsageCount => ({
  account_id: caller.account_id,
  key_id: null,
  day: day(),
  method: "GET",
  path: "/api/v2/form/",
  status_class: 2,
  bucket: 10,
  requests: 1,
  ...changes,
});
const record = (counts: UsageCount[], flush_id = randomUUID()) => auth.call("auth.recordUsage", { flush_id, counts });
const usage = async (caller: Caller) => auth.call("auth.usage", { caller, query: {} });

describe("usage", () => {
  test("a batch counts once, however often it is sent, and at once", async () => {
    const { caller } = await newOwner(auth.call);
    const flush_id = randomUUID();
    const counts = [countOf(caller, { requests: 3 }), countOf(caller, { status_class: 5, requests: 2 })];
    await Promise.all(Array.from({ length: 5 }, () => record(counts, flush_id)));
    await record(counts, flush_id);
    expect((await usage(caller)).totals).toEqual({ requests: 5, errors: 2, error_rate: 0.4 });
  });

  test("many copies of a gateway add up, and none waits for another for good", async () => {
    const { caller } = await newOwner(auth.call);
    const paths = Array.from({ length: 20 }, (_, at) => `/api/${at}/`);
    const batches = Array.from({ length: 20 }, (_, at) => {
      const ordered = at % 2 ? paths : paths.toReversed();
      return record(ordered.map((path) => countOf(caller, { path })));
    });
    await Promise.all(batches);
    expect((await usage(caller)).totals.requests).toBe(400);
  });

  test("what is older than its retention goes", async () => {
    const { caller } = await newOwner(auth.call);
    await record([countOf(caller, { day: day(9) }), countOf(caller, { day: day(11) })]);
    await forgetUsage(auth.service.database.pool, 10);
    expect((await usage(caller)).totals.requests).toBe(1);
  });
});

describe("the gateway's meter", () => {
  const caller: Caller = { account_id: randomUUID(), user_id: null, key_id: randomUUID() };
  const logger = { warn: () => undefined } as never;

  function request(statusCode: number, isFinished = true): { request: Request; end(): void } {
    const res = Object.assign(new EventEmitter(), { statusCode, writableFinished: isFinished });
    const route = { method: "GET", path: "/api/v2/form/{slug}/" };
    return { request: { res, route } as unknown as Request, end: () => res.emit("close") };
  }

  test("hands in at a clean stop what it has counted; what auth did not take comes again under the same id", async () => {
    const seen: { flush_id: string; counts: UsageCount[] }[] = [];
    let fails = 1;
    const meter = openMeter(async (batch) => {
      seen.push(structuredClone(batch));
      if (fails-- > 0) throw new Error("auth is away");
    }, logger);
    for (const [status, isFinished] of [
      [200, true],
      [200, true],
      [404, true],
      [200, false],
    ] as const) {
      const { request: one, end } = request(status, isFinished);
      meter.follow(one, caller, performance.now());
      end();
    }
    const { request: nobodys, end } = request(200);
    meter.follow(nobodys, null, performance.now());
    end();
    await eventually(() => expect(seen).toHaveLength(1), 10);
    const { request: later, end: endLater } = request(200);
    meter.follow(later, caller, performance.now());
    endLater();
    await meter.close();
    expect(seen.map(({ flush_id }) => flush_id)).toEqual([seen[0]?.flush_id, seen[0]?.flush_id, seen[2]?.flush_id]);
    const taken = seen.slice(1).flatMap(({ counts }) => counts);
    const of = (status_class: number) =>
      taken.filter((count) => count.status_class === status_class).reduce((sum, { requests }) => sum + requests, 0);
    expect([of(2), of(4)]).toEqual([3, 2]);
  }, 20_000);
});

describe("a lost password", () => {
  const forgot = (email: string) => auth.call("auth.forgot", { body: { email }, base_url: "https://forms.example" });
  const reset = (token: string, password = "a new and long one") =>
    auth.call("auth.reset", { body: { token, password } });
  const login = (email: string, password: string) => auth.call("auth.login", { body: { email, password } });

  /** The token of the newest mail to this address. */
  async function mailed(email: string, count = 1): Promise<string> {
    return eventually(() => {
      const mine = mail.mails.filter(({ to }) => to.some((address) => address.includes(email)));
      if (mine.length < count) throw new Error(`no mail to ${email}`);
      const data =
        mine
          .at(-1)
          ?.data.replaceAll(/=\r?\n/g, "")
          .replaceAll("=3D", "=") ?? "";
      const token = /https:\/\/forms\.example\/reset-password\?token=([\w-]{43})\s/.exec(data)?.[1];
      if (!token) throw new Error(`no link in ${data}`);
      return token;
    });
  }

  test("the link of the mail sets a new one, once, and ends all sign-ins", async () => {
    const { email, token: cookie, password } = await newOwner(auth.call);
    await forgot(email.toUpperCase());
    const token = await mailed(email);
    expect(await statusOf(reset(`${token.slice(0, -1)}_`))).toBe(400);
    expect(await reset(token)).toBeNull();
    expect(await statusOf(auth.call("auth.authenticate", { token: cookie }))).toBe(401);
    expect(await statusOf(login(email, password))).toBe(401);
    expect(await statusOf(login(email, "a new and long one"))).toBe(200);
    expect(await statusOf(reset(token, "another long one"))).toBe(400);
  });

  test("of two at once with one link, one is done", async () => {
    const { email } = await newOwner(auth.call);
    await forgot(email);
    const token = await mailed(email);
    const tries = ["first long one", "second long one", "third long one"].map((password) =>
      statusOf(reset(token, password)),
    );
    expect((await Promise.all(tries)).sort()).toEqual([200, 400, 400]);
  });

  test("a link is good for an hour, and until the password is changed otherwise", async () => {
    const [old, changed] = [await newOwner(auth.call), await newOwner(auth.call)];
    await Promise.all([forgot(old.email), forgot(changed.email)]);
    const [oldToken, changedToken] = [await mailed(old.email), await mailed(changed.email)];
    await auth.service.database.pool.query(
      "update auth.password_resets set expires = now() - interval '1 second' where user_id = $1",
      [old.user.id],
    );
    expect(await statusOf(reset(oldToken))).toBe(400);
    await auth.call("auth.resetPassword", { email: changed.email });
    expect(await statusOf(reset(changedToken))).toBe(400);
  });

  test("nobody is told who is registered, and no mailbox is flooded", async () => {
    const { email } = await newOwner(auth.call);
    expect(await forgot("nobody@example.com")).toBeNull();
    for (let turn = 0; turn < 8; turn += 1) expect(await forgot(email)).toBeNull();
    await mailed(email, 5);
    await new Promise((done) => setTimeout(done, 300));
    expect(mail.mails.filter(({ to }) => to.some((address) => address.includes(email)))).toHaveLength(5);
    expect(mail.mails.some(({ to }) => to.some((address) => address.includes("nobody")))).toBe(false);
  });
});
