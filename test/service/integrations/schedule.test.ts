import { describe, expect, test } from "@jest/globals";
import { initialWindow, openConcurrency } from "../../../services/integrations/engine/concurrency.ts";
import { redactOutcome } from "../../../services/integrations/engine/redact.ts";
import { afterFailure, afterSuccess } from "../../../services/integrations/engine/schedule.ts";
import { failure, outcomeOf, retryAfter } from "../../../services/integrations/types/outcome.ts";
import { readEnv } from "../../../shared/platform/env.ts";

/** Pure parts of the delivery engine (decisions §7). */
const schedule = readEnv({}).DELIVERY_SCHEDULE;
const minute = 60_000;
const hour = 60 * minute;
const queued = (scheduleIndex: number, isManual = false) => ({
  state: "queued" as const,
  schedule_index: scheduleIndex,
  is_manual: isManual,
});

describe("the schedule", () => {
  test("is 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, and then exhausted", () => {
    expect(schedule).toEqual([5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]);
    let scheduleIndex = 0;
    for (const delay of schedule) {
      const plan = afterFailure(queued(scheduleIndex), schedule, null, 0.5);
      expect(plan).toEqual({ state: "queued", schedule_index: scheduleIndex + 1, delay_ms: delay });
      scheduleIndex = plan.schedule_index;
    }
    expect(afterFailure(queued(scheduleIndex), schedule, null, 0.5)).toEqual({
      state: "exhausted",
      schedule_index: scheduleIndex,
      delay_ms: null,
    });
  });

  test("has a jitter of ±20%", () => {
    expect(afterFailure(queued(0), schedule, null, 0).delay_ms).toBe(4000);
    expect(afterFailure(queued(0), schedule, null, 0.999999).delay_ms).toBe(6000);
  });

  test("respects a longer Retry-After, up to 24 h", () => {
    expect(afterFailure(queued(0), schedule, 60, 0.5).delay_ms).toBe(60_000);
    expect(afterFailure(queued(0), schedule, 1, 0.5).delay_ms).toBe(5000);
    expect(afterFailure(queued(0), schedule, 1e9, 0.5).delay_ms).toBe(24 * hour);
  });

  test("isn't used up by manual attempts: a failed one waits for the same delay again", () => {
    expect(afterFailure(queued(2, true), schedule, null, 0.5)).toEqual({
      state: "queued",
      schedule_index: 2,
      delay_ms: 5 * minute,
    });
    expect(afterFailure(queued(7, true), schedule, null, 0.5).delay_ms).toBe(10 * hour);
    expect(afterFailure(queued(0, true), schedule, null, 0.5)).toMatchObject({ schedule_index: 1, delay_ms: 5000 });
  });

  test.each(["exhausted", "delivered", "cancelled"] as const)(
    "ends after a failed manual attempt of an %s delivery",
    (state) => {
      const plan = afterFailure({ state, schedule_index: 3, is_manual: true }, schedule, 5, 0.5);
      expect(plan).toEqual({ state, schedule_index: 3, delay_ms: null });
    },
  );

  test("ends with a success", () => {
    expect(afterSuccess(queued(3))).toEqual({ state: "delivered", schedule_index: 3, delay_ms: null });
  });

  test.each<[string, number[]]>([
    ["1s", [1000]],
    ["500ms, 2m,1h,1d", [500, 120_000, 3_600_000, 86_400_000]],
  ])("reads DELIVERY_SCHEDULE=%s", (text, delays) => {
    expect(readEnv({ DELIVERY_SCHEDULE: text }).DELIVERY_SCHEDULE).toEqual(delays);
  });

  test.each(["5", "5 s", "s", "1w", "1s,,2s", "-1s", "99d"])("rejects DELIVERY_SCHEDULE=%s", (text) => {
    expect(() => readEnv({ DELIVERY_SCHEDULE: text })).toThrow("DELIVERY_SCHEDULE must be delays");
  });
});

test.each<[string | undefined, number | null]>([
  ["120", 120],
  [" 0 ", 0],
  ["Wed, 21 Oct 2026 07:28:30 GMT", 30],
  ["Wed, 21 Oct 2026 07:00:00 GMT", 0],
  ["-5", null],
  ["1.5", null],
  ["soon", null],
  ["", null],
  [undefined, null],
])("reads Retry-After: %s as %s s", (header, seconds) => {
  expect(retryAfter(header, new Date("2026-10-21T07:28:00Z"))).toBe(seconds);
});

const request = { method: "POST" as const, url: "https://example.com", headers: {}, body: "{}" };
const answered = (status: number) => ({
  kind: "answered" as const,
  status,
  headers: {},
  body: "",
  is_cut: false,
  duration_ms: 1,
});

test.each([
  [200, true],
  [201, true],
  [204, true],
  [299, true],
  [300, false],
  [302, false],
  [400, false],
  [410, false],
  [500, false],
])("classifies status %i as success: %s", (status, isSuccess) => {
  const outcome = outcomeOf(request, answered(status), new Date());
  expect(outcome.kind).toBe(isSuccess ? "delivered" : status === 410 ? "gone" : "failed");
});

describe("the record of an attempt", () => {
  test("contains no credential anywhere", () => {
    const outcome = {
      ...failure('refused "opén sesame" and op%C3%A9n%20sesame'),
      request: {
        headers: { Authorization: "Bearer x", "Webhook-Signature": "v1,abc", "x-team": "opén sesame" },
        body: null,
      },
      response: { headers: { "set-cookie": "a=b" }, body: JSON.stringify({ echo: 'a "quoted" key' }) },
    };
    const text = JSON.stringify(redactOutcome(outcome, ["opén sesame", 'a "quoted" key']));
    for (const secret of ["sesame", "Bearer", "v1,abc", "a=b", "quoted"]) expect(text).not.toContain(secret);
    expect(text).toContain("[redacted]");
  });

  test("contains no part of a credential that the receiver sent back", () => {
    const outcome = {
      ...failure("no"),
      request: { headers: { "webhook-signature": "v1,first+one= v1,second/one=" }, body: null },
      response: { headers: { "x-echo": "first+one=" }, body: "second/one= and /services/T0/B0/sesame, B0/sesame" },
    };
    const redacted = JSON.stringify(redactOutcome(outcome, ["https://hooks.example.com/services/T0/B0/sesame"]));
    for (const secret of ["first+one", "second/one", "/T0/B0/sesame"]) expect(redacted).not.toContain(secret);
  });

  test("contains only text that PostgreSQL can store, and a message of limited length", () => {
    const outcome = redactOutcome(failure(`nul \u0000, half \ud800 ${"x".repeat(5000)}`), []);
    expect(outcome.error_message).toHaveLength(1000);
    expect(outcome.error_message).toMatch(/^nul \ufffd, half \ufffd/);
  });
});

describe("concurrency", () => {
  const roomOf = (concurrency: ReturnType<typeof openConcurrency>, id: string) =>
    concurrency.limits(0)?.rooms.find(({ integration_id }) => integration_id === id);

  test("grows with success up to 32, and falls to one after a failure", () => {
    const concurrency = openConcurrency(100);
    const windows = [1, 2, 3, 4, 5].map(() => {
      concurrency.begin("a", "account");
      concurrency.end("a", true);
      return roomOf(concurrency, "a")?.room;
    });
    expect(windows).toEqual([4, 8, 16, 32, 32]);
    concurrency.begin("a", "account");
    concurrency.end("a", false);
    expect(roomOf(concurrency, "a")).toEqual({ integration_id: "a", room: 1, is_proven: false });
  });

  test("leaves a quarter of the slots to working receivers, however many hang", () => {
    const concurrency = openConcurrency(100);
    for (let i = 0; i < 75; i += 1) concurrency.begin(`hangs-${i}`, "account");
    expect(concurrency.limits(0)).toMatchObject({ unproven_total: 0, proven_total: 25, newcomer_room: initialWindow });
    concurrency.begin("hangs-0", "account");
    expect(roomOf(concurrency, "hangs-0")?.room).toBe(0);
  });

  test("counts the attempts in flight of each account", () => {
    const concurrency = openConcurrency(100);
    for (const id of ["a", "a", "b"]) concurrency.begin(id, "first");
    concurrency.begin("c", "second");
    concurrency.begin("d", "third");
    concurrency.end("d", true);
    expect(concurrency.limits(0)?.accounts).toEqual([
      { account_id: "first", in_flight: 3 },
      { account_id: "second", in_flight: 1 },
    ]);
  });

  test("has no room when every slot is used", () => {
    const concurrency = openConcurrency(2);
    concurrency.begin("a", "account");
    concurrency.begin("b", "account");
    expect(concurrency.limits(0)).toBeNull();
    concurrency.end("a", true);
    expect(concurrency.limits(0)).toMatchObject({ proven_total: 1 });
  });

  test("forgets integrations that were idle for a minute", () => {
    let now = 0;
    const concurrency = openConcurrency(10, () => now);
    concurrency.begin("a", "account");
    concurrency.end("a", false);
    now = 61_000;
    expect(concurrency.limits(0)?.rooms).toEqual([]);
  });
});
