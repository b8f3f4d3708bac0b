import type { Graph, GraphNode } from "../../../../../../shared/domain/graph/types.ts";
import { withCalculationNames } from "../calculations.ts";
import { freshId } from "../ids.ts";
import { renameOption, withNodeNames } from "../rename.ts";
import { mapShared, withMembers } from "../share.ts";
import { equal, itemsOf, memberAt, memberOf, type Path, sameMember } from "./members.ts";
import type { Sides } from "./parts.ts";

/**
 * Returns mine with new ids where both sides added different things under the same id: ids are made of titles and numbers, so two
 * people often get the same one.
 */
export function apart({ base, mine, theirs }: Sides<Graph>): Graph {
  const sidesOf = (graph: Graph) => ({ base, mine: graph, theirs });
  const bare = (node: unknown) => ({ ...(node as GraphNode), position: undefined });
  const renamed = withNodeNames(
    mine,
    freshNames(sidesOf(mine), ["nodes"], (a, b) => sameMember(bare(a), bare(b))),
  );
  const options = optionsApart(sidesOf(renamed));
  const rekeyed = withCalculationNames(options, freshNames(sidesOf(options), ["calculations"]));
  // last: their conditions follow the other names
  const edges = freshNames(sidesOf(rekeyed), ["edges"]);
  const pages = freshNames(sidesOf(rekeyed), ["pages"]);
  return withMembers(rekeyed, {
    edges: mapShared(rekeyed.edges, (edge) => withMembers(edge, { id: edges.get(edge.id ?? "") ?? edge.id })),
    pages:
      rekeyed.pages && mapShared(rekeyed.pages, (page) => withMembers(page, { id: pages.get(page.id) ?? page.id })),
  });
}

/** Gives new options, rows and columns of questions that both sides have other values. */
function optionsApart(sides: Sides<Graph>): Graph {
  const nodes = new Map(sides.theirs.nodes.map((node) => [node.id, node]));
  const changed = sides.mine.nodes.filter(
    ({ id, data }) => nodes.has(id) && !equal(data.config, nodes.get(id)?.data.config),
  );
  return changed.reduce(
    (graph, { id }) =>
      (["options", "rows", "columns"] as const).reduce((next, list) => {
        const names = freshNames({ ...sides, mine: next }, ["nodes", id, "data", "config", list], isSameLabel);
        return [...names].reduce((one, [from, to]) => renameOption(one, { node_id: id, list, from, to }), next);
      }, graph),
    sides.mine,
  );
}

/** Both added one option if it has one label: its other members merge. */
const isSameLabel = (a: unknown, b: unknown): boolean => sameMember(memberOf(a, "label"), memberOf(b, "label"));

/** Returns free keys for items of a list that both sides added differently, by the keys that they have. */
function freshNames(
  sides: Sides<Graph>,
  path: Path,
  isSame: (a: unknown, b: unknown) => boolean = sameMember,
): Map<string, string> {
  const itemsIn = (graph: Graph) => itemsOf(path.at(-1) ?? "", memberAt(graph, path)) ?? new Map<string, unknown>();
  const [was, ours, others] = [sides.base, sides.mine, sides.theirs].map(itemsIn) as [Items, Items, Items];
  const taken = new Set([...was.keys(), ...ours.keys(), ...others.keys()]);
  const names = new Map<string, string>();
  for (const [key, item] of ours) {
    if (was.has(key) || !others.has(key) || isSame(item, others.get(key))) continue;
    names.set(key, freshId(key, taken));
    taken.add(names.get(key) as string);
  }
  return names;
}

type Items = Map<string, unknown>;
