import type { Editable } from "../../../shared/api/shapes/corrections.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { conflict, forbidden } from "../../../shared/platform/errors.ts";
import { readSession } from "../respondents.ts";
import { opensOne } from "../resumeKeys.ts";
import type { SessionsService } from "../service.ts";
import { editKeyOf } from "../store/edits.ts";
import { liveFormById } from "../store/liveForms.ts";
import type { SessionState } from "../store/sessions.ts";
import { takeCorrection } from "./correct.ts";

/** Changes by respondents after completion, on the device that started the session (features §18.1). */

const respondent = { kind: "respondent", name: null } as const;

export const editable: Action<"sessions.editable", SessionsService> = {
  params: { session_id: "uuid", key: { type: "string", nullable: true } },
  async handler(ctx) {
    const { session_id, key } = ctx.params;
    const { state, until } = await editableSession(this, session_id, key);
    return shown(state, until);
  },
};

export const edit: Action<"sessions.edit", SessionsService> = {
  params: { session_id: "uuid", key: { type: "string", nullable: true }, body: "object" },
  async handler(ctx) {
    const { session_id, key, body } = ctx.params;
    const { state, until } = await editableSession(this, session_id, key);
    const correction = { form_id: state.form_id, session_id, body, editor: respondent };
    const corrected = await takeCorrection(this, correction, ctx, async () => undefined);
    this.announceEvents();
    return shown(corrected.state, until);
  },
};

/** Throws 403 first, so that only who has the key learns anything of the session, then 409. */
async function editableSession(
  { respondents, database: { pool } }: SessionsService,
  sessionId: string,
  key: string | null,
): Promise<{ state: SessionState; until: Date }> {
  const state = await readSession(respondents, sessionId);
  if (!opensOne(key, [await editKeyOf(pool, sessionId)]))
    throw forbidden("Only the device that began this session can change its answers. Send its `Edit-Key`.");
  const now = new Date();
  const form = await liveFormById(pool, state.form_id, now);
  if (!form?.is_active || !form.is_accepting_responses)
    throw conflict("This form is off, so answers can't be changed.");
  if (form.edit_window_minutes === 0) throw conflict("Answers of this form can't be changed after completion.");
  if (state.status !== "completed" || !state.completed_at)
    throw conflict("This session isn't completed. Answer it instead.");
  const until = new Date(state.completed_at.getTime() + form.edit_window_minutes * 60_000);
  if (until > now) return { state, until };
  const at = until.toISOString();
  throw conflict(`Answers could be changed until ${at}.`, { editable_until: at });
}

const shown = ({ visits, current_node_id }: SessionState, until: Date): Editable => ({
  answers: Object.fromEntries(visits.flatMap(({ node_id, answer }) => (answer === null ? [] : [[node_id, answer]]))),
  traversal_path: [...visits.map(({ node_id }) => node_id), current_node_id],
  editable_until: until.toISOString(),
});
