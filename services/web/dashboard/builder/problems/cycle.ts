import type { Graph } from "../../../../../shared/domain/graph/types.ts";

/** Returns the shortest path from a node back to itself with both ends, or only the node if there is none. */
export function cycleThrough(id: string, { edges }: Graph): string[] {
  const out = Map.groupBy(edges, ({ from }) => from);
  const before = new Map<string, string>();
  const waiting = [id];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const { to } of out.get(at) ?? []) {
      if (to === id) return [...pathTo(at, before), id];
      if (before.has(to)) continue;
      before.set(to, at);
      waiting.push(to);
    }
  }
  return [id];
}

function pathTo(id: string, before: ReadonlyMap<string, string>): string[] {
  const path = [id];
  for (let at = before.get(id); at !== undefined; at = before.get(at)) path.unshift(at);
  return path;
}
