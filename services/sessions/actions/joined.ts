import { answerBatched, batchableActions } from "../../../shared/bus/batchedCalls.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import type { SessionsService } from "../service.ts";
import { batched } from "../store/batches.ts";

/** Runs respondents' calls that a gateway sends together (shared/bus/batchedCalls.ts). */
export const joined: Action<"sessions.joined", SessionsService> = {
  bulkhead: batched,
  params: {
    calls: {
      type: "array",
      items: {
        type: "object",
        props: {
          action: { type: "enum", values: [...batchableActions] },
          params: "object",
          meta: "object",
          request_id: { type: "string", nullable: true },
        },
      },
    },
  },
  handler(ctx) {
    return answerBatched(this.broker, ctx.params.calls);
  },
};
