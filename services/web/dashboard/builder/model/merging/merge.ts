import type { Graph } from "../../../../../../shared/domain/graph/types.ts";
import { withMembers } from "../share.ts";
import { apart } from "./apart.ts";
import { takeSide } from "./conflict.ts";
import { withDeletions } from "./deletions.ts";
import { edgeOrders, mergedOrder, orderConflict, withEdgeOrder } from "./edgeOrder.ts";
import { equal, shared } from "./members.ts";
import { mergeMember } from "./mergeMember.ts";
import { withPageConflict, withSoundPages } from "./pages.ts";
import type { Conflict, Merge } from "./parts.ts";

/**
 * Merges both sides with their common `base`. All edges have ids (`withEdgeIds`). A renamed node is a removed and a new one, so
 * that editing it on the other side is a conflict. New things get different ids (`apart`).
 */
export function merge(base: Graph, here: Graph, theirs: Graph): Merge {
  if (equal(here, base)) return { graph: shared(here, theirs), conflicts: [] };
  if (equal(theirs, base) || equal(theirs, here)) return { graph: here, conflicts: [] };
  const sides = { base, mine: apart({ base, mine: here, theirs }), theirs };
  const conflicts: Conflict[] = [];
  const members = mergeMember(sides, [], (...parts) => conflicts.push({ parts })) as Graph;
  const orders = edgeOrders(base, sides.mine, theirs);
  conflicts.push(...orders.flatMap(orderConflict).map((part) => ({ parts: [part] })));
  const edges = orders.reduce((list, order) => withEdgeOrder(list, order.node, mergedOrder(order)), members.edges);
  const asked = withPageConflict(conflicts, sides);
  const isPage = ({ parts }: Conflict) => parts.some(({ path: [list], isOrder }) => list === "pages" && !isOrder);
  // mine, until the owner chooses: each list of questions was merged alone
  const kept = asked
    .filter(isPage)
    .reduce((one, conflict) => takeSide(one, conflict, "mine"), withMembers(members, { edges }));
  return withDeletions({ graph: withSoundPages(kept, base), conflicts: asked }, sides);
}
