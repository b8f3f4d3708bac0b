import { afterEach, expect, test } from "@jest/globals";
import { type Context, ServiceBroker, type ServiceSchema } from "moleculer";
import { answerBatched, openBatchedCalls } from "../../shared/bus/batchedCalls.ts";
import type { Call } from "../../shared/bus/calls.ts";
import { conflict, outcomeUnknown, unavailable } from "../../shared/platform/errors.ts";

/** Joined calls: one message per event loop turn and copy, with separate results, errors, deadlines and traces. */
let broker: ServiceBroker | undefined;
afterEach(() => broker?.stop());

type Handler = (ctx: Context<{ session_id: string }>) => unknown;

/** Stubs `next` and `complete`. Returns the calls, with joined ones by number. */
async function stage({ next, complete = () => "completed" }: { next: Handler; complete?: Handler }, isJoining = true) {
  const called: unknown[] = [];
  const running = new ServiceBroker({ logger: false });
  broker = running;
  const noted = (name: string, handler: Handler): Handler => {
    return (ctx) => {
      called.push(name);
      return handler(ctx);
    };
  };
  const joined = ({ params }: Context<{ calls: [] }>) => {
    called.push(params.calls.length);
    return answerBatched(running, params.calls);
  };
  const actions = { next: noted("next", next), complete: noted("complete", complete), ...(isJoining && { joined }) };
  running.createService({ name: "sessions", actions } as unknown as ServiceSchema);
  await running.start();
  const call = openBatchedCalls(running) as unknown as (
    name: string,
    params: object,
    options: object,
  ) => Promise<unknown>;
  const send = (id: string, options: object = {}, action: "next" | "complete" = "next") =>
    call(`sessions.${action}`, { session_id: id }, { timeout: 2_000, ...options });
  return { called, send, call: call as unknown as Call };
}

test("joins calls of one turn and keeps their results, errors, deadlines and request ids apart", async () => {
  const seen: unknown[] = [];
  const { called, send } = await stage({
    next({ params, meta, requestID }) {
      seen.push({ ...meta, requestID });
      if (params.session_id === "elsewhere") throw conflict("elsewhere", { current_node_id: "q2" });
      return `moved ${params.session_id}`;
    },
  });
  const calls = ["one", "elsewhere", "two"].map((id, at) =>
    send(id, { meta: { deadline: at }, requestID: `request ${at}` }),
  );
  const [one, elsewhere, two] = await Promise.allSettled([...calls, send("three", {}, "complete")]);
  expect([one, two]).toMatchObject([{ value: "moved one" }, { value: "moved two" }]);
  expect(elsewhere).toMatchObject({
    reason: { code: 409, type: "CONFLICT", message: "elsewhere", data: { body: { current_node_id: "q2" } } },
  });
  expect(called).toEqual([4, "next", "next", "next", "complete"]);
  expect(seen).toEqual([0, 1, 2].map((at) => ({ deadline: at, requestID: `request ${at}` })));
});

test("repeats a slow call separately, without delaying the others", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { called, send } = await stage({ next: ({ params }) => (params.session_id === "locked" ? promise : "moved") });
  const locked = send("locked");
  expect(await send("free")).toBe("moved");
  expect(called).toEqual([2, "next", "next", "next"]);
  resolve("moved at last");
  expect(await locked).toBe("moved at last");
});

test("rejects if all calls failed, and keeps an unknown outcome unknown", async () => {
  const lost = outcomeUnknown("lost");
  const { send } = await stage({
    next: ({ params }) => Promise.reject(params.session_id === "lost" ? lost : unavailable("away")),
  });
  const settled = await Promise.allSettled([send("away"), send("lost")]);
  expect(settled).toMatchObject([{ reason: { type: "OUTCOME_UNKNOWN" } }, { reason: { type: "OUTCOME_UNKNOWN" } }]);
});

test("sends calls with too little time separately, and all calls if no copy supports joining", async () => {
  const { called, send } = await stage({ next: () => "moved" });
  await Promise.all([send("one"), send("two"), send("late", { timeout: 500 })]);
  expect(called.toSorted()).toEqual([2, "next", "next", "next"]);
  await broker?.stop();
  const older = await stage({ next: () => "moved" }, false);
  expect(await Promise.all([older.send("one"), older.send("two")])).toEqual(["moved", "moved"]);
  expect(older.called).toEqual(["next", "next"]);
});
