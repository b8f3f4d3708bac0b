import type { Graph } from "../../../../../../shared/domain/graph/types.ts";
import { withMembers } from "../share.ts";
import { withEdgeOrder } from "./edgeOrder.ts";
import { equal, isBelow, itemsOf, keysAt, memberAt, withMember } from "./members.ts";
import { withSoundPages } from "./pages.ts";
import type { Conflict, Part } from "./parts.ts";

export type Side = "mine" | "theirs";

/** Returns the graph with this side's version of a conflict. */
export function takeSide(graph: Graph, { parts }: Conflict, side: Side): Graph {
  const next = parts.reduce((all, part) => withPart(all, part, side), graph);
  const taken = new Set(parts.map(({ path: [list, id] }) => (list === "pages" ? id : undefined)));
  return next.pages ? withSoundPages(next, graph, taken) : next;
}

export const takeTheirs = (graph: Graph, conflict: Conflict): Graph => takeSide(graph, conflict, "theirs");

/** Returns what a graph has of a part. */
export function versionIn(graph: Graph, { path, isOrder }: Pick<Part, "path" | "isOrder">): unknown {
  if (!isOrder) return memberAt(graph, path);
  const [list, node] = path;
  if (list !== "edges" || node === undefined) return keysAt(graph, path);
  return graph.edges.flatMap((edge) => (edge.from === node && edge.id !== undefined ? [edge.id] : []));
}

/** Returns whether a part is another one or in it. The order of a list is beside its items. */
export const isWithin = (part: Part, other: Part): boolean =>
  part.isOrder || other.isOrder
    ? part.isOrder === other.isOrder && equal(part.path, other.path)
    : isBelow(part.path, other.path);

/** Joins conflicts that have a part in common. */
export const joined = (conflicts: readonly Conflict[]): Conflict[] =>
  conflicts.reduce<Conflict[]>((all, one) => {
    const isCommon = (other: Conflict) =>
      one.parts.some((part) => other.parts.some((its) => isWithin(part, its) || isWithin(its, part)));
    const common = all.filter(isCommon);
    if (common.length === 0) return [...all, one];
    const parts = [...common.flatMap((other) => other.parts), ...one.parts];
    const problems = [...common, one].flatMap((other) => other.problems ?? []);
    const whole = { parts: outermost(parts), ...(problems.length > 0 && { problems }) };
    return [...all.filter((other) => !common.includes(other)), whole];
  }, []);

/** Returns parts once, without those in others. */
export const outermost = (parts: readonly Part[]): Part[] =>
  parts.filter(
    (part, at) =>
      !parts.some((other, place) => place !== at && isWithin(part, other) && (place < at || !isWithin(other, part))),
  );

function withPart(graph: Graph, { path, order, isOrder, ...sides }: Part, side: Side): Graph {
  if (!isOrder) return withMember(graph, path, sides[side], order);
  const keys = sides[side] as string[];
  const [list, node] = path;
  if (list === "edges" && node !== undefined)
    return withMembers(graph, { edges: withEdgeOrder(graph.edges, node, keys) });
  return withMember(graph, path, inOrder(path.at(-1) ?? "", memberAt(graph, path), keys));
}

/** Returns a list in the order of these keys, the others behind. */
function inOrder(name: string, list: unknown, keys: readonly string[]): unknown {
  const rank = new Map(keys.map((key, at) => [key, at]));
  const rankOf = (key: string) => rank.get(key) ?? keys.length;
  const items = itemsOf(name, list);
  return items ? [...items].toSorted(([a], [b]) => rankOf(a) - rankOf(b)).map(([, item]) => item) : list;
}
