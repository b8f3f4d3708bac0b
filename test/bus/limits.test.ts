import { Redis } from "ioredis";
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
  });
  const { startGatewayAlone } = await import("../support/gatewayAlone.ts");
  [one, two] = await Promise.all([startGatewayAlone(), startGatewayAlone()]);
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

  test("a cookie is not counted", async () => {
    const found = await statuses(8, () => send(one, owners, { headers: { cookie: "pathform_session=x" } }));
    expect(found).toEqual(times(8, 200));
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

describe("when Redis fails", () => {
  const redisLines = () => one.log.filter((line) => line.includes("Redis"));

  test("no request fails or waits, each copy counts for itself, and the log has one line; then they count together again", async () => {
    await redis.kill();
    const key = newKey();
    const begun = performance.now();
    expect(await statuses(7, () => send(one, owners, withKey(key)))).toEqual([...times(6, 200), 429]);
    expect(await statuses(7, () => send(two, owners, withKey(key)))).toEqual([...times(6, 200), 429]);
    expect(performance.now() - begun).toBeLessThan(3_000);
    await eventually(() => expect(redisLines()).toEqual([expect.stringContaining("does not answer")]));
    await redis.restart();
    await eventually(countTogether, 20);
    expect(redisLines()).toEqual([expect.anything(), expect.stringContaining("answers again")]);
  }, 40_000);

  test("one that hangs costs one request a moment, and the next ones nothing", async () => {
    const admin = new Redis(redis.url);
    await admin.call("CLIENT", "PAUSE", "3000", "ALL");
    admin.disconnect();
    const begun = performance.now();
    const key = newKey();
    expect(await statuses(7, () => send(one, owners, withKey(key)))).toEqual([...times(6, 200), 429]);
    expect(performance.now() - begun).toBeLessThan(1_600);
    await eventually(countTogether, 20);
  }, 40_000);

  async function countTogether() {
    const key = newKey();
    await statuses(6, () => send(one, owners, withKey(key)));
    expect((await send(two, owners, withKey(key))).status).toBe(429);
  }
});
