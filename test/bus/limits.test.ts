import { eventually } from "../support/eventually.ts";
import type { GatewayAlone } from "../support/gatewayAlone.ts";
import {
  forwarded,
  from,
  guess,
  json,
  newAddress,
  newKey,
  type Options,
  post,
  send,
  statuses,
  times,
  withKey,
} from "../support/limitedRequests.ts";
import { type Server, startOwnServer } from "../support/servers.ts";

/**
 * Rate limits of two gateways with a Redis that can fail (decisions §1 Rate limits). test/service/gateway/rateLimits.test.ts
 * tests a single gateway.
 */
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
  // test/service/gateway checks the delays of rejections
  const settings = { refusalDelayMs: 20 };
  [one, two] = await Promise.all([startGatewayAlone(settings), startGatewayAlone(settings)]);
}, 30_000);

afterAll(async () => {
  await Promise.all([one?.stop(), two?.stop()]);
  await redis?.stop();
});

const form = "/api/v2/r/a-form/";
const owners = "/api/v2/form/";

describe("respondents, by address", () => {
  test("each gateway counts separately, without Redis", async () => {
    const address = newAddress();
    expect(await statuses(8, () => send(one, form, from(address)))).toEqual(times(8, 200));
    expect(await statuses(8, () => send(two, form, from(address)))).toEqual(times(8, 200));
  });
});

test("limits searches in the guides by address, but no pages", async () => {
  const address = newAddress();
  expect(await statuses(9, () => send(one, "/docs?q=backup", from(address)))).toEqual([...times(8, 200), 429]);
  expect((await send(one, "/docs", from(address))).status).toBe(200);
});

describe("owners, by key", () => {
  test("all gateways count together", async () => {
    const key = newKey();
    expect(await statuses(3, () => send(one, owners, withKey(key)))).toEqual(times(3, 200));
    expect(await statuses(4, () => send(two, owners, withKey(key)))).toEqual([200, 200, 200, 429]);
    const refused = await send(one, owners, withKey(key));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("ratelimit-limit")).toBe("6");
    expect((await send(one, owners, withKey(newKey()))).status).toBe(200);
  });
});

describe("owners, by signed-in user", () => {
  const withCookie = (token: string): Options => ({ headers: { cookie: `pathform_session=${token}` } });

  test("all gateways count together, independently of the account's keys", async () => {
    const user = newKey();
    expect(await statuses(3, () => send(one, owners, withCookie(user)))).toEqual(times(3, 200));
    expect(await statuses(3, () => send(two, owners, withCookie(user)))).toEqual([200, 200, 429]);
    expect((await send(one, owners, withCookie(newKey()))).status).toBe(200);
    expect((await send(one, owners, withKey(newKey()))).status).toBe(200);
  });
});

describe("sign-in, by address and email", () => {
  const login = (gateway: GatewayAlone, email: string, address: string) =>
    send(gateway, "/api/auth/login/", {
      method: "POST",
      body: JSON.stringify({ email, password: "a guess" }),
      headers: { ...json, ...from(address).headers },
    });

  test("the fourth attempt gets 429 from any gateway, in any case of the email", async () => {
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

describe("sign-in, sign-up and passwords, by address", () => {
  test("all gateways count them together, before reading the body", async () => {
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

  test("limits guesses of the setup token on all gateways", async () => {
    const address = newAddress();
    const account = { email: "first@example.com", password: "correct horse battery", name: "First", setup: "a guess" };
    const claim = (gateway: GatewayAlone) => post(gateway, "/api/auth/register/", account, forwarded(address));
    expect(await statuses(4, (index) => claim(index % 2 ? one : two))).toEqual([...times(3, 201), 429]);
  });

  test("limits guesses of a user's current password on all gateways, from any address", async () => {
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
});

describe("if Redis fails", () => {
  const redisLines = () => one.log.filter((line) => line.includes("Redis"));

  test("fails no request, counts per gateway and logs one line, then counts together again", async () => {
    await redis.kill();
    const key = newKey();
    expect(await statuses(7, () => send(one, owners, withKey(key)))).toEqual([...times(6, 200), 429]);
    expect(await statuses(7, () => send(two, owners, withKey(key)))).toEqual([...times(6, 200), 429]);
    await eventually(() => expect(redisLines()).toEqual([expect.stringContaining("Redis unavailable")]));
    await redis.restart();
    await eventually(countTogether, 20);
    expect(redisLines()).toEqual([expect.anything(), expect.stringContaining("Redis available")]);
  }, 40_000);

  test("doesn't block requests while Redis hangs", async () => {
    redis.hang();
    const key = newKey();
    expect(await statuses(7, () => send(one, owners, withKey(key)))).toEqual([...times(6, 200), 429]);
    redis.resume();
    await eventually(countTogether, 20);
  }, 40_000);

  async function countTogether() {
    const key = newKey();
    await statuses(6, () => send(one, owners, withKey(key)));
    expect((await send(two, owners, withKey(key))).status).toBe(429);
  }
});
