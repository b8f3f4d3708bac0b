import { eventually } from "../support/eventually.ts";
import type { GatewayAlone } from "../support/gatewayAlone.ts";
import { type Server, startOwnServer } from "../support/servers.ts";

/** Rate limits (decisions §1 Rate limits, Order of errors). Two copies of the gateway, and a Redis that may fail. */
let redis: Server;
let one: GatewayAlone;
let two: GatewayAlone;

beforeAll(async () => {
  redis = await startOwnServer("redis-server");
  Object.assign(process.env, {
    PORT: "0",
    REDIS_URL: redis.url,
    TRUSTED_PROXIES: "127.0.0.1, 10.1.0.0/16",
    RATE_LIMIT_KEY_PER_MINUTE: "6",
    RATE_LIMIT_PUBLIC_PER_MINUTE: "8",
    RATE_LIMIT_STARTS_PER_MINUTE: "3",
    RATE_LIMIT_SIGN_IN_PER_MINUTE: "3",
    RATE_LIMIT_USER_PER_MINUTE: "5",
    RATE_LIMIT_ENTRY_PER_MINUTE: "7",
  });
  const { startGatewayAlone } = await import("../support/gatewayAlone.ts");
  // how long a refusal waits is looked at in test/service/gateway
  const settings = { refusalDelayMs: 20 };
  [one, two] = await Promise.all([startGatewayAlone(settings), startGatewayAlone(settings)]);
}, 30_000);

afterAll(async () => {
  await Promise.all([one?.stop(), two?.stop()]);
  await redis?.stop();
});

/** clients that nothing has been counted of */
const numbers = Array.from({ length: 250 }, (_, index) => index + 1).values();
const newAddress = () => `203.0.113.${numbers.next().value}`;
const newKey = () => `key-${numbers.next().value}`;

interface Options {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}
const send = (gateway: GatewayAlone, path: string, { method = "GET", body, headers = {} }: Options = {}) =>
  fetch(gateway.url + path, { method, body: body ?? null, headers });
const from = (address: string): Options => ({ headers: { "x-forwarded-for": address } });
const withKey = (key: string): Options => ({ headers: { authorization: `Bearer ${key}` } });
const json = { "content-type": "application/json" };
const form = "/api/v2/r/a-form/";
const startPath = `${form}start/`;
const owners = "/api/v2/form/";

async function statuses(times: number, request: (index: number) => Promise<Response>): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < times; index += 1) found.push((await request(index)).status);
  return found;
}
const times = (count: number, status: number) => Array<number>(count).fill(status);

describe("respondents, by address", () => {
  test("the ninth request in a minute is 429, and says when to come back", async () => {
    const address = newAddress();
    const first = await send(one, form, from(address));
    expect(first.status).toBe(200);
    expect(first.headers.get("ratelimit-limit")).toBe("8");
    expect(first.headers.get("ratelimit-remaining")).toBe("7");
    expect(Number(first.headers.get("ratelimit-reset"))).toBeGreaterThan(50);
    expect(await statuses(8, () => send(one, form, from(address)))).toEqual([...times(7, 200), 429]);
    const refused = await send(one, form, from(address));
    expect(refused.headers.get("retry-after")).toBe(refused.headers.get("ratelimit-reset"));
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    expect(await refused.json()).toEqual({ detail: expect.stringContaining("Too many requests") });
  });

  test("starts have a limit of their own", async () => {
    const address = newAddress();
    const started = await statuses(4, () => send(one, startPath, { method: "POST", ...from(address) }));
    expect(started).toEqual([201, 201, 201, 429]);
    expect((await send(one, form, from(address))).status).toBe(200);
  });

  test("each copy counts for itself, and asks no Redis", async () => {
    const address = newAddress();
    expect(await statuses(8, () => send(one, form, from(address)))).toEqual(times(8, 200));
    expect(await statuses(8, () => send(two, form, from(address)))).toEqual(times(8, 200));
  });

  test("429 comes after 404 and 405, and before anything is wrong with the body", async () => {
    const address = newAddress();
    await statuses(8, () => send(one, form, from(address)));
    expect((await send(one, "/api/v2/nothing/", from(address))).status).toBe(404);
    expect((await send(one, form, { method: "DELETE", ...from(address) })).status).toBe(405);
    const nonsense = { method: "POST", body: "{", headers: { ...json, "x-forwarded-for": address } };
    expect((await send(one, startPath, nonsense)).status).toBe(429);
    expect(one.called.at(-1)).not.toBe("sessions.start");
  });

  test("an owner's requests are not counted by address", async () => {
    const address = newAddress();
    await statuses(9, () => send(one, form, from(address)));
    const reply = await send(one, owners, { headers: { ...from(address).headers, ...withKey(newKey()).headers } });
    expect(reply.status).toBe(200);
  });
});

describe("the client's address", () => {
  test("is the right-most that no trusted proxy has: what stands left of it is anybody's word", async () => {
    const address = newAddress();
    const spoofed = (index: number) => `198.51.100.${index}, ${address}, 10.1.2.3`;
    const found = await statuses(9, (index) => send(one, form, from(spoofed(index))));
    expect(found).toEqual([...times(8, 200), 429]);
  });

  test("ends at what is no address", async () => {
    const nonsense = (index: number) => `198.51.100.${index}, unknown`;
    const found = await statuses(9, (index) => send(two, form, from(nonsense(index))));
    expect(found).toEqual([...times(8, 200), 429]);
  });

  test("of IPv6 counts by its /64, and an IPv4 one in IPv6 form is IPv4", async () => {
    const found = await statuses(9, (index) => send(one, form, from(`2001:db8:1:2::${index + 1}`)));
    expect(found).toEqual([...times(8, 200), 429]);
    const address = newAddress();
    await statuses(8, () => send(one, form, from(address)));
    expect((await send(one, form, from(`::ffff:${address}`))).status).toBe(429);
  });
});

describe("owners, by key", () => {
  test("all copies count together", async () => {
    const key = newKey();
    expect(await statuses(3, () => send(one, owners, withKey(key)))).toEqual(times(3, 200));
    expect(await statuses(4, () => send(two, owners, withKey(key)))).toEqual([200, 200, 200, 429]);
    const refused = await send(one, owners, withKey(key));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("ratelimit-limit")).toBe("6");
    expect((await send(one, owners, withKey(newKey()))).status).toBe(200);
  });

  test("429 comes after 401 and before the body", async () => {
    const key = newKey();
    await statuses(6, () => send(one, owners, withKey(key)));
    const nonsense = { method: "POST", body: "{", headers: { ...json, ...withKey(key).headers } };
    expect((await send(one, owners, nonsense)).status).toBe(429);
    expect((await send(one, owners)).status).toBe(401);
  });
});

describe("owners, by signed-in user", () => {
  const withCookie = (token: string): Options => ({ headers: { cookie: `pathform_session=${token}` } });

  test("all copies count together, whatever keys of the account do", async () => {
    const user = newKey();
    expect(await statuses(3, () => send(one, owners, withCookie(user)))).toEqual(times(3, 200));
    expect(await statuses(3, () => send(two, owners, withCookie(user)))).toEqual([200, 200, 429]);
    expect((await send(one, owners, withCookie(newKey()))).status).toBe(200);
    expect((await send(one, owners, withKey(newKey()))).status).toBe(200);
  });
});

describe("signing in, by address and e-mail", () => {
  const login = (gateway: GatewayAlone, email: string, address: string) =>
    send(gateway, "/api/auth/login/", {
      method: "POST",
      body: JSON.stringify({ email, password: "a guess" }),
      headers: { ...json, ...from(address).headers },
    });

  test("the fourth guess is 429 on whichever copy, in whatever case the e-mail is written", async () => {
    const address = newAddress();
    expect((await login(one, "ada@example.com", address)).status).toBe(401);
    expect((await login(two, "Ada@example.com", address)).status).toBe(401);
    expect((await login(one, "ADA@example.com", address)).status).toBe(401);
    const before = one.called.filter((name) => name === "auth.login").length;
    expect((await login(one, "ada@example.com", address)).status).toBe(429);
    expect(one.called.filter((name) => name === "auth.login")).toHaveLength(before);
    expect((await login(one, "bob@example.com", address)).status).toBe(401);
    expect((await login(one, "ada@example.com", newAddress())).status).toBe(401);
  });
});

describe("where one gets in, by address", () => {
  const post = (gateway: GatewayAlone, path: string, body: object, headers: Record<string, string>) =>
    send(gateway, path, { method: "POST", body: JSON.stringify(body), headers: { ...json, ...headers } });
  const forwarded = (address: string) => ({ "x-forwarded-for": address });
  const guess = (gateway: GatewayAlone, number: number, address: string) =>
    post(gateway, "/api/auth/login/", { email: `user${number}@example.com`, password: "a guess" }, forwarded(address));

  test("sign-in, registration, lost and new passwords are counted together, on all copies, before the body", async () => {
    const address = newAddress();
    expect(await statuses(4, (index) => guess(index % 2 ? one : two, index, address))).toEqual(times(4, 401));
    const account = { email: "new@example.com", password: "correct horse battery", name: "New" };
    expect((await post(one, "/api/auth/register/", account, forwarded(address))).status).toBe(201);
    expect((await post(two, "/api/auth/forgot/", { email: account.email }, forwarded(address))).status).toBe(204);
    const reset = { token: "x", password: account.password };
    expect((await post(one, "/api/auth/reset/", reset, forwarded(address))).status).toBe(204);
    const paths = ["login", "register", "forgot", "reset"];
    const nonsense = (path: string) => post(two, `/api/auth/${path}/`, { nonsense: true }, forwarded(address));
    for (const refused of await Promise.all(paths.map(nonsense))) {
      expect([refused.url, refused.status]).toEqual([refused.url, 429]);
      expect(refused.headers.get("ratelimit-limit")).toBe("7");
    }
    expect((await guess(one, 1, newAddress())).status).toBe(401);
  });

  test("a change of password is counted, other changes of a user are not", async () => {
    const address = newAddress();
    await statuses(7, (index) => guess(one, index, address));
    const change = (body: object) =>
      send(one, "/api/auth/me/", {
        method: "PATCH",
        body: JSON.stringify(body),
        headers: { ...json, ...forwarded(address), cookie: `pathform_session=${newKey()}` },
      });
    expect((await change({ name: "Ada" })).status).toBe(200);
    expect((await change({ password: "correct horse battery", current_password: "x" })).status).toBe(429);
  });

  test("limits guesses of a user's current password on all copies, from whatever address", async () => {
    const user = newKey();
    const guessPassword = (gateway: GatewayAlone) =>
      send(gateway, "/api/auth/me/", {
        method: "PATCH",
        body: JSON.stringify({ password: "correct horse battery", current_password: "a guess" }),
        headers: { ...json, ...forwarded(newAddress()), cookie: `pathform_session=${user}` },
      });
    const refused = await statuses(4, (index) => guessPassword(index % 2 ? one : two));
    expect(refused).toEqual([...times(3, 200), 429]);
  });

  test("the e-mail is counted as it is stored: composed characters are the same as decomposed ones", async () => {
    const address = newAddress();
    const emails = ["zo\u00EB@example.com", "zoe\u0308@example.com", "ZO\u00CB@example.com", "ZOE\u0308@example.com"];
    const login = (email: string) => post(one, "/api/auth/login/", { email, password: "a guess" }, forwarded(address));
    expect(await statuses(4, (index) => login(emails[index] ?? ""))).toEqual([...times(3, 401), 429]);
  });

  test("the headers tell of the limit of which least is left", async () => {
    const address = newAddress();
    const limits = [];
    for (const index of [1, 1, 2, 3, 4, 5])
      limits.push((await guess(one, index, address)).headers.get("ratelimit-limit"));
    expect(limits).toEqual(["3", "3", "3", "3", "3", "7"]);
  });
});

describe("when Redis fails", () => {
  const redisLines = () => one.log.filter((line) => line.includes("Redis"));

  test("no request fails, each copy counts for itself, and the log has one line; then they count together again", async () => {
    await redis.kill();
    const key = newKey();
    expect(await statuses(7, () => send(one, owners, withKey(key)))).toEqual([...times(6, 200), 429]);
    expect(await statuses(7, () => send(two, owners, withKey(key)))).toEqual([...times(6, 200), 429]);
    await eventually(() => expect(redisLines()).toEqual([expect.stringContaining("does not answer")]));
    await redis.restart();
    await eventually(countTogether, 20);
    expect(redisLines()).toEqual([expect.anything(), expect.stringContaining("answers again")]);
  }, 40_000);

  test("no request waits until one that hangs is back", async () => {
    redis.hang();
    const key = newKey();
    expect(await statuses(7, () => send(one, owners, withKey(key)))).toEqual([...times(6, 200), 429]);
    redis.goOn();
    await eventually(countTogether, 20);
  }, 40_000);

  async function countTogether() {
    const key = newKey();
    await statuses(6, () => send(one, owners, withKey(key)));
    expect((await send(two, owners, withKey(key))).status).toBe(429);
  }
});
