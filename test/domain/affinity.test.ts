import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { type Context, type Endpoint, Errors, Strategies } from "moleculer";
import { affinity, repeatUnsent } from "../../shared/bus/affinity.ts";

/** Routing of a session's calls (design §5): always to the same copy, evenly distributed. */
type Select = (endpoints: Endpoint[], context?: Context) => Endpoint;
const Strategy = Strategies.resolve(affinity) as unknown as new () => { select: Select };
const strategy = new Strategy();

const copies = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `sessions-7f9c-${i}-1` }) as Endpoint);
const ofSession = (sessionId: string) => ({ params: { session_id: sessionId } }) as unknown as Context;
const sessions = Array.from({ length: 5_000 }, () => randomUUID());
const choose = (among: Endpoint[], id: string) => strategy.select(among, ofSession(id)).id;

describe.each([1, 2, 4])("with %i copies", (count) => {
  const among = copies(count);

  test("gives no copy more than 1.5 times the mean of 5,000 sessions", () => {
    const shares = Map.groupBy(sessions, (id) => choose(among, id));
    expect(shares.size).toBe(count);
    for (const share of shares.values()) expect(share.length).toBeLessThan((1.5 * sessions.length) / count);
  });

  test("moves sessions only to a new copy", () => {
    const more = [...among, { id: "sessions-new-1" } as Endpoint];
    const moved = sessions.filter((id) => choose(among, id) !== choose(more, id));
    expect(moved.every((id) => choose(more, id) === "sessions-new-1")).toBe(true);
    expect(moved.length).toBeLessThan((1.5 * sessions.length) / (count + 1));
  });
});

test("sends a call without a session to any copy", () => {
  const chosen = new Set(Array.from({ length: 200 }, () => strategy.select(copies(4)).id));
  expect(chosen.size).toBe(4);
});

describe("a call to a copy that has left", () => {
  const gone = new Errors.ServiceNotAvailableError({ action: "sessions.countByForms", nodeID: "sessions-old-1" });
  const nested = new Errors.ServiceNotAvailableError({ action: "auth.authenticate", nodeID: "auth-old-1" });

  const missing = new Errors.ServiceNotFoundError({ action: "sessions.countByForms" });

  /** Calls an action whose first attempts fail, and returns the result with the number of attempts. */
  async function attempt(failing: Error | ((attempt: number) => Error | undefined), options: object = {}) {
    let attempts = 0;
    const next = async () => {
      attempts += 1;
      const error = typeof failing === "function" ? failing(attempts) : attempts === 1 ? failing : undefined;
      if (error) throw error;
      return "done";
    };
    const { call } = repeatUnsent() as unknown as { call(to: typeof next): (...args: unknown[]) => Promise<unknown> };
    const result = await call(next)("sessions.countByForms", {}, options).catch((failure: unknown) => failure);
    return { result, attempts };
  }

  test("is repeated", async () => {
    expect(await attempt(gone)).toEqual({ result: "done", attempts: 2 });
  });

  test("waits for a copy when the only one has left", async () => {
    const failures = [gone, missing, missing];
    expect(await attempt((count) => failures[count - 1])).toEqual({ result: "done", attempts: 4 });
  });

  test("fails if no copy comes", async () => {
    const { result, attempts } = await attempt((count) => (count === 1 ? gone : missing));
    expect(result).toBe(missing);
    expect(attempts).toBeGreaterThan(3);
  });

  test.each([
    ["there was no copy", missing, {}],
    ["a call of the action itself failed", nested, {}],
    ["the copy may have run it", new Errors.RequestTimeoutError({ action: "sessions.countByForms", nodeID: "a" }), {}],
    ["it is for that copy", gone, { nodeID: "sessions-old-1" }],
    ["it has a stream", gone, { stream: {} }],
  ])("isn't repeated if %s", async (_reason, error, options) => {
    expect(await attempt(error, options)).toEqual({ result: error, attempts: 1 });
  });
});
