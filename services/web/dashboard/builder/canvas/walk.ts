import type { Box } from "./boxes.ts";

/** Where keys lead on the canvas: → along the ways on, ← back, ↑ ↓ to what comes from the same node. */
export interface Walk {
  /** nodes that lead to a node, in the order of the list */
  before: ReadonlyMap<string, readonly string[]>;
  /** where a node leads, in the order of its rules, each once */
  after: ReadonlyMap<string, readonly string[]>;
  /** nodes to begin with: from these every node is reached by → and ↓ */
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
 * The node that a key leads to; null: there is none. `from` is where somebody came from: ← goes back there, and ↑ ↓ go through
 * what it leads to.
 */
export function stepTo(walk: Walk, id: string, direction: Direction, from: string | null): string | null {
  const leading = walk.before.get(id) ?? [];
  const came = from !== null && leading.includes(from) ? from : null;
  if (direction === "on") return walk.after.get(id)?.[0] ?? null;
  if (direction === "back") return came ?? leading[0] ?? null;
  const parent = came ?? (walk.starts.includes(id) ? null : leading[0]);
  const siblings = (parent && walk.after.get(parent)) ?? walk.starts;
  return siblings[siblings.indexOf(id) + (direction === "next" ? 1 : -1)] ?? null;
}
