import { describe, expect, it } from "@jest/globals";
import { attemptsOf, stateOf, toneOf } from "../../../../services/web/dashboard/deliveries/attempts.ts";
import type { Delivery } from "../../../../shared/api/shapes/integrations.ts";

const delivery = (id: string, attempt: number, more: Partial<Delivery> = {}): Delivery => ({
  ...{ id, integration_id: "a", integration_name: "A", integration_type: "webhook", event: "session.completed" },
  ...{ status: "error", response_code: 503, duration_ms: 1, created: "", attempt, next_attempt_at: null },
  ...{ error_message: null, session_id: "s", event_id: "e", ...more },
});

describe("attemptsOf", () => {
  it("orders the attempts of one event to one integration", () => {
    const shown = delivery("2", 2);
    const others = [
      delivery("3", 3),
      shown,
      delivery("1", 1),
      delivery("x", 1, { event_id: "other" }),
      delivery("y", 1, { integration_id: "b" }),
    ];
    expect(attemptsOf(shown, others).map(({ id }) => id)).toEqual(["1", "2", "3"]);
  });

  it("returns the delivery alone if its session isn't known", () => {
    const shown = delivery("2", 2);
    expect(attemptsOf(shown, [])).toEqual([shown]);
  });
});

describe("stateOf", () => {
  const soon = "2026-11-28T10:00:00.000Z";

  const later = delivery("2", 2, { status: "success" });

  it.each([
    ["success", null, [], "success"],
    ["success", null, [later], "success"],
    ["error", soon, [], "retrying"],
    ["error", null, [later], "retried"],
    ["error", null, [delivery("x", 2, { event_id: "other" })], "error"],
    ["error", null, [], "error"],
    ["skipped", soon, [], "skipped"],
  ] as const)("calls %s with next attempt %s and %j beside it %s", (status, next, known, state) => {
    expect(stateOf(delivery("1", 1, { status, next_attempt_at: next }), known)).toBe(state);
  });
});

describe("toneOf", () => {
  it.each([
    [0, 0, "none"],
    [3, 0, "good"],
    [3, 1, "mid"],
    [0, 2, "bad"],
  ])("rates %i delivered and %i failed as %s", (delivered, failed, tone) => {
    expect(toneOf({ delivered, failed })).toBe(tone);
  });
});
