import type { Started } from "../../../../shared/domain/shapes/sessions.ts";
import type { Kept } from "../walk/kept.ts";

/**
 * Applies the reply to a start by link. The reply's ID wins: the link may have a session that was begun on another device. The page
 * then continues at its current node, and Back stops there, because a link never shows answers.
 */
export function joined(kept: Kept, { id, traversal_path: path, hidden }: Started): Kept {
  const known = { ...kept, hidden: { ...kept.hidden, ...hidden } };
  if (id === kept.session) return known;
  const visits = path.slice(0, -1).map((nodeId) => ({ node_id: nodeId }));
  const current = path.at(-1) ?? null;
  const from = visits.length;
  const own = { ...known, session: id, files: {}, from };
  if (from === 0 && kept.base.current === current) return own;
  return { ...own, base: { visits, current }, position: from, queue: kept.queue.slice(0, 1) };
}

/** Only the service has the answers that another device gave, so they are neither shown nor changed here. */
export function bounded(kept: Kept): Kept {
  const from = kept.base.visits.map(({ answer }) => answer).lastIndexOf(undefined) + 1;
  return from > (kept.from ?? 0) ? { ...kept, from } : kept;
}
