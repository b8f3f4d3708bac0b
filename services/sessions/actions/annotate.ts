import type { Action } from "../../../shared/bus/calls.ts";
import { auditResponse } from "../audit.ts";
import { annotateSession } from "../store/annotations.ts";

/** Replaces the annotations of a session in any state (features §18.1). Tags are trimmed, and repeats dropped. */
export const annotate: Action<"sessions.annotate"> = {
  params: { form_id: "uuid", session_id: "uuid", body: "object", by: "object" },
  async handler(ctx) {
    const { form_id: formId, session_id: sessionId, body } = ctx.params;
    const { tags = [], note = "", is_flagged = false } = body;
    const annotations = { tags: [...new Set(tags.map((tag) => tag.trim()))], note, is_flagged };
    await annotateSession(this.database.pool, { formId, sessionId }, annotations, ctx, (client) =>
      auditResponse(client, "response.annotated", ctx.params, ctx.meta.origin),
    );
    return annotations;
  },
};
