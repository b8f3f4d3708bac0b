import type { GatewayAlone } from "../../support/gatewayAlone.ts";
import {
  forwarded,
  from,
  guess,
  json,
  newAddress,
  newKey,
  post,
  send,
  statuses,
  times,
  withKey,
} from "../../support/limitedRequests.ts";

/**
 * Rate limits of one gateway (decisions §1 Rate limits, Order of errors). For several copies see
 * test/bus/limits.test.ts.
 */
let one: GatewayAlone;

beforeAll(async () => {
  Object.assign(process.env, {
    PORT: "0",
    TRUSTED_PROXIES: "127.0.0.1, 10.1.0.0/16",
    RATE_LIMIT_KEY_PER_MINUTE: "6",
    RATE_LIMIT_PUBLIC_PER_MINUTE: "8",
    RATE_LIMIT_STARTS_PER_MINUTE: "3",
    RATE_LIMIT_SIGN_IN_PER_MINUTE: "3",
    RATE_LIMIT_ENTRY_PER_MINUTE: "7",
  });
  const { startGatewayAlone } = await import("../../support/gatewayAlone.ts");
  // entry.test.ts tests how long refusals wait
  one = await startGatewayAlone({ refusalDelayMs: 20 });
}, 30_000);

afterAll(() => one?.stop());

const form = "/api/v2/r/a-form/";
const startPath = `${form}start/`;
const owners = "/api/v2/form/";

describe("respondents, by address", () => {
  test("returns 429 with Retry-After on the ninth request in a minute", async () => {
    const address = newAddress();
    const first = await send(one, form, from(address));
    expect(first.status).toBe(200);
    expect(first.headers.get("ratelimit-limit")).toBe("8");
    expect(first.headers.get("ratelimit-remaining")).toBe("7");
    expect(Number(first.headers.get("ratelimit-reset"))).toBeGreaterThan(0);
    expect(await statuses(8, () => send(one, form, from(address)))).toEqual([...times(7, 200), 429]);
    const refused = await send(one, form, from(address));
    expect(refused.headers.get("retry-after")).toBe(refused.headers.get("ratelimit-reset"));
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    expect(await refused.json()).toEqual({ detail: expect.stringContaining("Too many requests") });
  });

  test("limits starts separately", async () => {
    const address = newAddress();
    const started = await statuses(4, () => send(one, startPath, { method: "POST", ...from(address) }));
    expect(started).toEqual([201, 201, 201, 429]);
    expect((await send(one, form, from(address))).status).toBe(200);
  });

  test("returns 429 after 404 and 405 and before errors of the body", async () => {
    const address = newAddress();
    await statuses(8, () => send(one, form, from(address)));
    expect((await send(one, "/api/v2/nothing/", from(address))).status).toBe(404);
    expect((await send(one, form, { method: "DELETE", ...from(address) })).status).toBe(405);
    const nonsense = { method: "POST", body: "{", headers: { ...json, "x-forwarded-for": address } };
    expect((await send(one, startPath, nonsense)).status).toBe(429);
    expect(one.called.at(-1)).not.toBe("sessions.start");
  });

  test("doesn't count owners' requests by address", async () => {
    const address = newAddress();
    await statuses(9, () => send(one, form, from(address)));
    const reply = await send(one, owners, { headers: { ...from(address).headers, ...withKey(newKey()).headers } });
    expect(reply.status).toBe(200);
  });
});

describe("the client's address", () => {
  test("is the rightmost one that isn't a trusted proxy", async () => {
    const address = newAddress();
    const spoofed = (index: number) => `198.51.100.${index}, ${address}, 10.1.2.3`;
    const found = await statuses(9, (index) => send(one, form, from(spoofed(index))));
    expect(found).toEqual([...times(8, 200), 429]);
  });

  test("ends at the first invalid entry", async () => {
    const nonsense = (index: number) => `198.51.100.${index}, unknown`;
    const found = await statuses(9, (index) => send(one, form, from(nonsense(index))));
    expect(found).toEqual([...times(8, 200), 429]);
  });

  test("is counted by /64 for IPv6, and as IPv4 if mapped", async () => {
    const found = await statuses(9, (index) => send(one, form, from(`2001:db8:1:2::${index + 1}`)));
    expect(found).toEqual([...times(8, 200), 429]);
    const address = newAddress();
    await statuses(8, () => send(one, form, from(address)));
    expect((await send(one, form, from(`::ffff:${address}`))).status).toBe(429);
  });
});

describe("owners, by key", () => {
  test("returns 429 after 401 and before errors of the body", async () => {
    const key = newKey();
    await statuses(6, () => send(one, owners, withKey(key)));
    const nonsense = { method: "POST", body: "{", headers: { ...json, ...withKey(key).headers } };
    expect((await send(one, owners, nonsense)).status).toBe(429);
    expect((await send(one, owners)).status).toBe(401);
  });
});

describe("sign-in, by address", () => {
  test("counts password changes but no other changes of a user", async () => {
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

  test("counts an email with composed and decomposed characters as one", async () => {
    const address = newAddress();
    const emails = ["zo\u00EB@example.com", "zoe\u0308@example.com", "ZO\u00CB@example.com", "ZOE\u0308@example.com"];
    const login = (email: string) => post(one, "/api/auth/login/", { email, password: "a guess" }, forwarded(address));
    expect(await statuses(4, (index) => login(emails[index] ?? ""))).toEqual([...times(3, 401), 429]);
  });

  test("shows the tightest limit in the headers", async () => {
    const address = newAddress();
    const limits = [];
    for (const index of [1, 1, 2, 3, 4, 5])
      limits.push((await guess(one, index, address)).headers.get("ratelimit-limit"));
    expect(limits).toEqual(["3", "3", "3", "3", "3", "7"]);
  });
});
