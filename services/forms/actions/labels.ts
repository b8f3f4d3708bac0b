import type { Action } from "../../../shared/bus/calls.ts";
import { labelsOf } from "../store/labels.ts";

/** GET /label/ (wants §21.3) */
export const listLabels: Action<"forms.listLabels"> = {
  params: { caller: "object" },
  handler(ctx) {
    return labelsOf(this.database.read(ctx), ctx.params.caller);
  },
};
