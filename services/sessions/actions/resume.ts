import type { Action } from "../../../shared/bus/calls.ts";
import { readSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { liveFormOfSession } from "../store/liveForms.ts";

/** Returns the state of a session without its answers, which a session id must not reveal (decisions §5). */
export const resume: Action<"sessions.resume", SessionsService> = {
  params: { session_id: "uuid" },
  async handler(ctx) {
    const { database, respondents } = this;
    const state = await readSession(respondents, ctx.params.session_id);
    const form = await liveFormOfSession(database.pool, state.form_id);
    return {
      id: state.id,
      status: state.status,
      current_node_id: state.current_node_id,
      traversal_path: [...state.visits.map((visit) => visit.node_id), state.current_node_id],
      version_number: state.version_number,
      form: { slug: form?.slug ?? "" },
    };
  },
};
