import type { Graph } from "../../../../../../shared/domain/graph/types.ts";
import { withMembers } from "../share.ts";
import { apart } from "./apart.ts";
import { takeSide } from "./conflict.ts";
import { withDeletions } from "./deletions.ts";
import { edgeOrders, mergedOrder, orderConflict, withEdgeOrder } from "./edgeOrder.ts";
import { equal, shared } from "./members.ts";
import { mergeMember } from "./mergeMember.ts";
import { withPageConflict } from "./pageConflict.ts";
import { withSoundPages } from "./pages.ts";
import type { Conflict, Merge, Sides } from "./parts.ts";
import { withSameRemovals } from "./removals.ts";
import { withSameNames } from "./renames.ts";

/** Returns the sides with one name for what is the same, and different ones for what is new on each. */
export function withSidesNamed(given: Sides<Graph>): Sides<Graph> {
  const sides = withSameNames(given);
  return { ...sides, mine: apart(sides) };
}

/** Merges both sides with their common `base`. All edges have ids (`withEdgeIds`). */
export function merge(start: Graph, here: Graph, there: Graph): Merge {
  if (equal(here, start)) return { graph: shared(here, there), conflicts: [] };
  if (equal(there, start) || equal(there, here)) return { graph: here, conflicts: [] };
  const sides = withSameRemovals(withSidesNamed({ base: start, mine: here, theirs: there }));
  const { base, mine, theirs } = sides;
  const conflicts: Conflict[] = [];
  const members = mergeMember(sides, [], (...parts) => conflicts.push({ parts })) as Graph;
  const orders = edgeOrders(base, mine, theirs);
  conflicts.push(...orders.flatMap(orderConflict).map((part) => ({ parts: [part] })));
  const edges = orders.reduce((list, order) => withEdgeOrder(list, order.node, mergedOrder(order)), members.edges);
  const asked = withPageConflict(conflicts, sides, members);
  const isPage = ({ parts }: Conflict) => parts.some(({ path: [list], isOrder }) => list === "pages" && !isOrder);
  // mine, until the owner chooses: each list of questions was merged alone
  const kept = asked
    .filter(isPage)
    .reduce((one, conflict) => takeSide(one, conflict, "mine"), withMembers(members, { edges }));
  return withDeletions({ graph: withSoundPages(kept, base), conflicts: asked }, sides);
}
