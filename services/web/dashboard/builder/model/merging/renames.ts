import type { Edge, Graph, GraphNode } from "../../../../../../shared/domain/graph/types.ts";
import { withCalculationNames } from "../calculations.ts";
import { type OptionRename, renameOption, withNodeNames } from "../rename.ts";
import { isMembers, itemsOf, keysAt, memberAt, type Path, sameMember } from "./members.ts";
import type { Sides } from "./parts.ts";

/** New ids of questions, keys of calculations, and values of options, rows and columns. */
export interface Renames {
  nodes: ReadonlyMap<string, string>;
  calculations: ReadonlyMap<string, string>;
  options: readonly OptionRename[];
}

/** Returns what a draft renamed since `base`: items that are gone there, and are there under a new name. */
export function renamesOf(base: Graph, now: Graph): Renames {
  const nodes = namesIn<GraphNode>(base, now, ["nodes"], (was, is) => isSameQuestion([base, was], [now, is]));
  const named = withNodeNames(base, nodes);
  return {
    nodes,
    calculations: namesIn(base, now, ["calculations"], isSameBut("key")),
    options: named.nodes.flatMap(({ id }) => optionNames(named, now, id)),
  };
}

function namesIn<T>(base: Graph, now: Graph, path: Path, isSame: (was: T, is: T) => boolean): Map<string, string> {
  const itemsIn = (graph: Graph) => itemsOf(path.at(-1) ?? "", memberAt(graph, path)) ?? new Map<string, unknown>();
  const [was, is] = [itemsIn(base), itemsIn(now)];
  const names = new Map<string, string>();
  const news = new Map([...is].filter(([key]) => !was.has(key)));
  for (const [key, item] of was) {
    const [to] = is.has(key) ? [] : ([...news].find(([, other]) => isSame(item as T, other as T)) ?? []);
    if (to === undefined) continue;
    names.set(key, to);
    news.delete(to);
  }
  return names;
}

const isSameBut = (key: string) => (was: object, is: object) =>
  sameMember({ ...was, [key]: null }, { ...is, [key]: null });

const lists = ["options", "rows", "columns"] as const;

const optionNames = (base: Graph, now: Graph, nodeId: string): OptionRename[] =>
  lists.flatMap((list) => {
    const isEqual = isSameBut(list === "rows" ? "key" : "value");
    const isSame = (was: { label?: string }, is: object) => Boolean(was.label) && isEqual(was, is);
    const names = namesIn(base, now, ["nodes", nodeId, "data", "config", list], isSame);
    return [...names].map(([from, to]) => ({ node_id: nodeId, list, from, to }));
  });

/**
 * Returns whether a new question has the type and edges of a removed one, with its title, or all of the edges and one of its texts or
 * settings: one that is added in the place of another has some edges of its own, and looks like any other.
 */
function isSameQuestion([base, was]: [Graph, GraphNode], [now, is]: [Graph, GraphNode]): boolean {
  if (was.question_type !== is.question_type) return false;
  const there = new Map(now.edges.map((edge) => [edge.id, edge]));
  const edges = base.edges.filter(({ from, to }) => from === was.id || to === was.id);
  const left = edges.flatMap((edge) => there.get(edge.id) ?? []);
  if (!isAlike(was, is, { hasAll: edges.length > 0 && left.length === edges.length })) return false;
  const named = (edge: Edge | undefined, end: "from" | "to") => (edge?.[end] === was.id ? is.id : null);
  const old = new Map(edges.map((edge) => [edge.id, edge]));
  const isAt = (edge: Edge, end: "from" | "to") => [null, edge[end]].includes(named(old.get(edge.id), end));
  return (edges.length === 0 || left.length > 0) && left.every((edge) => isAt(edge, "from") && isAt(edge, "to"));
}

function isAlike(was: GraphNode, is: GraphNode, { hasAll }: { hasAll: boolean }): boolean {
  if (was.data.title && was.data.title === is.data.title) return true;
  const hasSame = Object.entries(was.data).some(
    ([key, value]) => hasContent(value) && sameMember(value, memberAt(is.data, [key])),
  );
  return hasAll && (hasSame || sameMember(was.data, is.data));
}

const hasContent = (value: unknown): boolean =>
  typeof value === "string" ? value !== "" : isMembers(value) && Object.keys(value).length > 0;

/** Returns a draft with these names, where it has the old ones. */
export const withRenames = (graph: Graph, { nodes, calculations, options }: Renames): Graph =>
  options.reduce(renameOption, withCalculationNames(withNodeNames(graph, nodes), calculations));

/** Returns a path under the new names. */
export function renamedPath(path: Path, { nodes, calculations, options }: Renames): Path {
  const [list = "", id = ""] = path;
  const own = list === "nodes" ? nodes.get(id) : list === "calculations" ? calculations.get(id) : undefined;
  const option = options.find((one) => one.node_id === (own ?? id) && one.list === path[4] && one.from === path[5]);
  return path.map((key, at) => (at === 1 && own ? own : at === 5 && option ? option.to : key));
}

/** Returns the sides with the names that one of them gave to what the other has under the old name, so that it is the same there. */
export function withSameNames({ base, mine, theirs }: Sides<Graph>): Sides<Graph> {
  const [my, their] = [renamesOf(base, mine), renamesOf(base, theirs)];
  const [ours, others] = [fitting(my, theirs, their), fitting(their, mine, my)];
  return {
    base: withRenames(withRenames(base, ours), others),
    mine: withRenames(mine, others),
    theirs: withRenames(theirs, ours),
  };
}

/** Returns the names that are free in another draft, or that it gave too. */
function fitting({ nodes, calculations, options }: Renames, graph: Graph, theirs: Renames): Renames {
  const isFree = (path: Path, from: string, to: string) => {
    const keys = keysAt(graph, path);
    return keys.includes(from) && !keys.includes(to);
  };
  const names = (list: "nodes" | "calculations", own: ReadonlyMap<string, string>) =>
    new Map([...own].filter(([from, to]) => isFree([list], from, to) || theirs[list].get(from) === to));
  const named = names("nodes", nodes);
  const there = new Map([...named].flatMap(([from, to]) => (theirs.nodes.has(from) ? [] : [[to, from]])));
  return {
    nodes: named,
    calculations: names("calculations", calculations),
    options: options.filter(
      (one) =>
        isFree(["nodes", there.get(one.node_id) ?? one.node_id, "data", "config", one.list], one.from, one.to) ||
        theirs.options.some((other) => sameMember(one, other)),
    ),
  };
}
