import type { Action } from "../../../shared/bus/calls.ts";
import { makeLive } from "../live.ts";
import { suspendForms } from "../store/live.ts";

/** Hides the forms of a workspace that is going to be deleted from respondents, or shows them again (teams §20.13). */
export const suspend: Action<"forms.suspend"> = {
  params: { account_id: "uuid", is_suspended: "boolean", revision: "number|optional" },
  async handler(ctx) {
    const { account_id, is_suspended, revision } = ctx.params;
    await makeLive(this, ctx, await suspendForms(this.database, account_id, is_suspended, revision));
    return null;
  },
};
