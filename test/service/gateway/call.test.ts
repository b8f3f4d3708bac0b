import { expect, test } from "@jest/globals";
import type { Context } from "moleculer";
import { callInTime } from "../../../services/gateway/request/call.ts";
import { outcomeUnknown } from "../../../shared/platform/errors.ts";

/** Calls of a request over the bus (services/gateway/request/call.ts). */
test("doesn't answer before the deadline of a call that may still take effect", async () => {
  let deadline = Number.POSITIVE_INFINITY;
  const call = async (_name: string, _params: unknown, { meta }: { meta: { deadline: number } }) => {
    deadline = meta.deadline;
    throw outcomeUnknown("The connection was lost.");
  };
  const context = { broker: { nodeID: "here" }, call } as unknown as Context;
  const options = { isIdempotent: false, isQuick: false, traceparent: "", notAfter: Date.now() + 300 };
  const caller = { account_id: "a", user_id: "u", key_id: null };
  const answered = callInTime(context, "forms.remove", { caller, slug: "lunch" }, options);
  await expect(answered).rejects.toMatchObject({ code: 503 });
  expect(Date.now()).toBeGreaterThan(deadline);
});
