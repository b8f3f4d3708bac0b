import type { Graph } from "./types.ts";

/**
 * Nodes whose answers can identify someone (wants §21.5), over all versions of a form: the newest one that has a node decides. `older`:
 * those of the versions before this one.
 */
export function personalNodes({ nodes }: Pick<Graph, "nodes">, older: readonly string[] = []): string[] {
  const own = new Map(nodes.map(({ id, data }) => [id, data.is_personal === true]));
  const left = older.filter((id) => !own.has(id));
  return [...own.keys().filter((id) => own.get(id)), ...left];
}
