import type { Started } from "../../../../shared/api/shapes/sessions.ts";
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

/**
 * Shows the node after those that another device answered, and makes Back stop there: only the service has these answers, so they are
 * neither shown nor changed here. `isAsking`: the page asks which of two answers to keep.
 */
export function bounded(kept: Kept, isAsking = false): Kept {
  const { visits } = kept.base;
  const from = visits.map(({ answer }) => answer).lastIndexOf(undefined) + 1;
  if (from === 0 && kept.from === undefined) return kept;
  const isBehind = kept.position < from && !isAsking;
  return { ...kept, from, ...(isBehind && { position: visits.length }) };
}
