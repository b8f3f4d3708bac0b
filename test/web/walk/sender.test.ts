import type { ApiReply } from "../../../services/web/respondent/walk/api.ts";
import { backoffMs } from "../../../services/web/respondent/walk/delivery.ts";
import { fetchApi } from "../../../services/web/respondent/walk/fetchApi.ts";
import type { Fault } from "./devices.ts";
import { aForm } from "./filling.ts";

/** How requests are sent and retried. */
async function unsent(faults: Fault[]) {
  const { device } = aForm();
  const tab = device.open();
  await device.pass();
  tab.respondent.enter("name", "Ada");
  await device.pass();
  device.log.length = 0;
  device.faults = faults;
  tab.respondent.answer("name");
  await device.pass();
  return { device, tab };
}

test("retries with exponential backoff up to 30 s, and tells when", async () => {
  const { device, tab } = await unsent(Array(8).fill("lost"));
  const waits: number[] = [];
  while (tab.state.retryAt !== null) {
    waits.push(tab.state.retryAt - device.now);
    expect(tab.state).toMatchObject({ isOffline: true, unsent: { count: 1 } });
    await device.pass(tab.state.retryAt - device.now);
  }
  // three quarters of the maximum: half is fixed, half random
  expect(waits).toEqual([750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500, 22_500]);
  expect(tab.state).toMatchObject({ isOffline: false, unsent: { count: 0 } });
  expect(new Set(device.log.map(({ request }) => JSON.stringify(request))).size).toBe(1);
});

test("randomizes the upper half of the delay, and waits at least `Retry-After`", () => {
  expect([backoffMs(1, 0, 0), backoffMs(1, 0, 1), backoffMs(50, 0, 1)]).toEqual([500, 1_000, 30_000]);
  expect(backoffMs(1, 60_000, 0)).toBe(60_000);
});

test("retries when the network or respondent is back, but not before `Retry-After`", async () => {
  const offline = await unsent(["lost"]);
  offline.tab.wake();
  await offline.device.pass();
  expect(offline.tab.state.unsent.count).toBe(0);
  const limited = await unsent(["429"]);
  expect(limited.tab.state).toMatchObject({ isOffline: false });
  limited.tab.wake();
  await limited.device.pass(4_900);
  expect(limited.tab.state.unsent.count).toBe(1);
  limited.tab.respondent.retryNow();
  await limited.device.pass();
  expect(limited.tab.state.unsent.count).toBe(0);
});

test("gives up a hanging request after 20 s, or when the device wakes up", async () => {
  const hanging = await unsent(["hangs"]);
  await hanging.device.pass(19_999);
  expect(hanging.device.log).toHaveLength(1);
  await hanging.device.pass(1_000);
  expect(hanging.tab.state.unsent.count).toBe(0);
  const asleep = await unsent(["hangs"]);
  asleep.tab.wake();
  await asleep.device.pass();
  expect(asleep.tab.state.retryAt).toBeNull();
  // timers of a sleeping device are late
  asleep.device.now += 3_600_000;
  asleep.tab.wake();
  await asleep.device.pass(1_000);
  expect(asleep.tab.state.unsent.count).toBe(0);
});

const response =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  async () =>
    new Response(body, { status, headers });
const post = (fetch: () => Promise<Response>): Promise<ApiReply> =>
  fetchApi("https://forms.example/api/v2/r/", fetch).send({ method: "POST", path: "x/" }, new AbortController().signal);

test.each<[string, () => Promise<Response>, Partial<ApiReply>]>([
  ["a reply", response(200, '{"a":1}'), { kind: "ok", data: { a: 1 } }],
  ["a captive portal", response(200, "<html>"), { kind: "again", isOffline: true }],
  ["a proxy's own 404", response(404, "<html>"), { kind: "again" }],
  ["JSON of another server", response(404, '{"error":"none"}'), { kind: "again" }],
  ["no network", () => Promise.reject(new TypeError("Failed to fetch")), { kind: "again", isOffline: true }],
  ["a rate limit", response(429, "", { "retry-after": "7" }), { kind: "again", afterMs: 7_000, isOffline: false }],
  ["a fault", response(500, "{}"), { kind: "again", afterMs: 0, isOffline: false }],
  [
    "a conflict",
    response(409, '{"detail":"No.","current_node_id":"q"}'),
    { kind: "refused", status: 409, detail: "No.", current_node_id: "q" },
  ],
])("recognizes %s", async (_, fetch, expected) => {
  expect(await post(fetch)).toMatchObject(expected);
});

test("sends no cookies, outlives the page with small requests, and reads the service's time", async () => {
  const inits: RequestInit[] = [];
  const fetch = async (_: string, init: RequestInit) => {
    inits.push(init);
    return new Response("{}", { headers: { date: "Mon, 01 Jun 2026 08:00:00 GMT" } });
  };
  const api = fetchApi("https://forms.example/api/v2/r/", fetch);
  const { signal } = new AbortController();
  for (const length of [10, 100_000])
    await api.send({ method: "POST", path: "", body: { a: "a".repeat(length) } }, signal);
  expect(inits.map(({ credentials, keepalive }) => [credentials, keepalive])).toEqual([
    ["omit", true],
    ["omit", false],
  ]);
  expect(new Date(api.serverTime()).toISOString().slice(0, 13)).toBe("2026-06-01T08");
});
