import { startDay } from "../../shared/api/sessionDetail.ts";
import { startWalk } from "../../shared/domain/graph/traverse.ts";
import { triesFor } from "./exact.ts";
import type { SessionsService } from "./service.ts";
import type { SessionState } from "./store/sessions.ts";
import { moveStart } from "./store/start.ts";

/** A session that has taken no answer. */
type Begun = Pick<SessionState, "id" | "form_id" | "version_id" | "current_node_id" | "hidden" | "started_at">;

/**
 * Returns the first node that a session shows: its entry node, or a later one if that has no option to
 * offer (features §11.1, wants §22).
 */
export async function firstNodeOf(
  service: Pick<SessionsService, "respondents" | "database">,
  session: Begun,
): Promise<string> {
  const version = await service.respondents.versions.get(session.version_id);
  const tries = await triesFor(service, version, session, []);
  return startWalk(version.compiled, session.hidden, startDay(session), tries?.full).current_node_id;
}

/** Moves a session to its first node, which an earlier attempt may have failed to do. */
export async function passOverEntry<S extends Begun>(
  service: Pick<SessionsService, "respondents" | "database">,
  session: S,
): Promise<S> {
  const currentNodeId = await firstNodeOf(service, session);
  if (currentNodeId === session.current_node_id) return session;
  await moveStart(service.database.pool, { id: session.id, current_node_id: currentNodeId });
  return { ...session, current_node_id: currentNodeId };
}
