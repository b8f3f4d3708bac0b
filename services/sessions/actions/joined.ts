import type { Action } from "../../../shared/bus/calls.ts";
import { answerJoined, joinableActions } from "../../../shared/bus/joined.ts";
import type { SessionsService } from "../service.ts";
import { batched } from "../store/batches.ts";

/** Runs respondents' calls that a gateway sends together (shared/bus/joined.ts). */
export const joined: Action<"sessions.joined", SessionsService> = {
  bulkhead: batched,
  params: {
    calls: {
      type: "array",
      items: {
        type: "object",
        props: {
          action: { type: "enum", values: [...joinableActions] },
          params: "object",
          meta: "object",
          request_id: { type: "string", nullable: true },
        },
      },
    },
  },
  handler(ctx) {
    return answerJoined(this.broker, ctx.params.calls);
  },
};
