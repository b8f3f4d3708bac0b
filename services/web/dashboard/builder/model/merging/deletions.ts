import type { Graph } from "../../../../../../shared/domain/graph/types.ts";
import { changesOf } from "./changes.ts";
import { takeSide } from "./conflict.ts";
import { equal, isBelow, memberAt, type Path } from "./members.ts";
import type { Conflict, Merge, Part, Sides } from "./parts.ts";

/**
 * Puts what was removed with a question, such as its edges, into the conflict of a question that one side removed and the other
 * changed: either all of it comes back or nothing.
 */
export function withDeletions(merged: Merge, sides: Sides<Graph>): Merge {
  return merged.conflicts.filter(isDeletion).reduce((result, conflict) => {
    const [part] = conflict.parts as [Part];
    const whole = { parts: [part, ...partsWith(part, sides)] };
    const [list, id] = part.path;
    const isIn = ({ path }: Part) =>
      whole.parts.some((one) => isBelow(path, one.path)) && !(path[0] === list && path[1] === id);
    const others = result.conflicts
      .filter(({ parts }) => !parts.includes(part))
      .map(({ parts }) => parts.filter((one) => !isIn(one)));
    return {
      graph: takeSide(result.graph, whole, "mine"),
      conflicts: [whole, ...others.filter((parts) => parts.length > 0).map((parts) => ({ parts }))],
    };
  }, merged);
}

const isDeletion = ({ parts: [part] }: Conflict): boolean =>
  part?.path.length === 2 && part.path[0] === "nodes" && (part.mine === undefined || part.theirs === undefined);

/** Returns what the side that removed a question changed around it. */
export function partsWith({ path: [, id = ""], mine: my }: Part, { base, mine, theirs }: Sides<Graph>): Part[] {
  const edges = new Set(base.edges.flatMap((edge) => (edge.from === id || edge.to === id ? (edge.id ?? []) : [])));
  const pages = new Set(base.pages?.flatMap((page) => (page.node_ids.includes(id) ? page.id : [])));
  const isAround = ([list = "", key = "", , node]: Path): boolean =>
    list === "edges" ? edges.has(key) : list === "pages" ? pages.has(key) && (node ?? id) === id : isNamed(list);
  const isNamed = (list: string) => (list === "entry_node_id" || list === "fallback_end_node_id") && base[list] === id;
  const order = (my === undefined ? theirs : mine).edges.flatMap((edge) => edge.id ?? []);
  return changesOf(base, my === undefined ? mine : theirs)
    .filter(({ path, isOrder }) => !isOrder && isAround(path))
    .map(({ path }) => ({ path, mine: memberAt(mine, path), theirs: memberAt(theirs, path), order }))
    .filter((part) => !equal(part.mine, part.theirs));
}
