import type { SessionState } from "./store/sessions.ts";

/**
 * Returns the time of a session's next change: now, but never before its last one, which a copy with a clock ahead may have made. So no
 * time of a session is before an earlier one.
 */
export const timeAfter = ({ last_activity_at: last }: Pick<SessionState, "last_activity_at">): Date =>
  new Date(Math.max(Date.now(), last.getTime()));
