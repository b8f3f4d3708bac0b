import type { Box } from "./boxes.ts";

/** Targets of the arrow keys on the canvas: → along the edges, ← back, ↑ ↓ to the other targets of the same node. */
export interface Walk {
  /** nodes with an edge to a node, in the order of the list */
  before: ReadonlyMap<string, readonly string[]>;
  /** targets of a node in the order of its rules, each once */
  after: ReadonlyMap<string, readonly string[]>;
  /** every node is reached from one of these by → and ↓ */
  starts: readonly string[];
}

export type Direction = "back" | "on" | "previous" | "next";

export function walkOf(boxes: readonly Box[]): Walk {
  const after = new Map<string, string[]>();
  const before = new Map<string, string[]>();
  for (const { id, rows } of boxes) {
    const targets = [...new Set(rows.flatMap(({ to }) => (to === null || to === id ? [] : [to])))];
    after.set(id, targets);
    for (const to of targets) before.set(to, [...(before.get(to) ?? []), id]);
  }
  const reached = new Set<string>();
  const starts: string[] = [];
  const roots = boxes.filter(({ id, isEntry }) => isEntry || !before.has(id));
  for (const { id } of [...roots.filter(({ isEntry }) => isEntry), ...roots, ...boxes]) {
    if (reached.has(id)) continue;
    starts.push(id);
    const waiting = [id];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (reached.has(at)) continue;
      reached.add(at);
      waiting.push(...(after.get(at) ?? []));
    }
  }
  return { before, after, starts };
}

/**
 * Returns the node that a key goes to, or null. `from` is the node that the owner came from: ← returns there, and ↑ ↓ go through
 * its targets.
 */
export function stepTo(walk: Walk, id: string, direction: Direction, from: string | null): string | null {
  const sources = walk.before.get(id) ?? [];
  const came = from !== null && sources.includes(from) ? from : null;
  if (direction === "on") return walk.after.get(id)?.[0] ?? null;
  if (direction === "back") return came ?? sources[0] ?? null;
  const parent = came ?? (walk.starts.includes(id) ? null : sources[0]);
  const siblings = (parent && walk.after.get(parent)) ?? walk.starts;
  return siblings[siblings.indexOf(id) + (direction === "next" ? 1 : -1)] ?? null;
}
