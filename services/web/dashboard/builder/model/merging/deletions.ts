import type { Graph } from "../../../../../../shared/domain/graph/types.ts";
import { changesOf, type MemberChange } from "./changes.ts";
import { takeSide } from "./conflict.ts";
import { equal, isBelow, keysAt, memberAt, type Path } from "./members.ts";
import type { Merge, Part, Sides } from "./parts.ts";

/**
 * Puts what was removed with an item, such as a question's edges or an option's points, into the conflict of an item that one side
 * removed and the other changed: either all of it comes back or nothing.
 */
export function withDeletions(merged: Merge, sides: Sides<Graph>): Merge {
  const removed = merged.conflicts.flatMap(({ parts: [part] }) => (part && isRemoval(part, sides) ? [part] : []));
  return removed.reduce((result, part) => {
    const own = result.conflicts.find(({ parts: [first] }) => first === part);
    // a neighbor's conflict has it
    if (!own) return result;
    const whole = { parts: [part, ...own.parts.slice(1), ...partsWith(part, sides)] };
    const isIn = ({ path }: Part) => whole.parts.some((one) => isBelow(path, one.path));
    const others = result.conflicts.map((one) =>
      one !== own && one.parts.some(isIn) ? { ...one, parts: one.parts.filter((other) => !isIn(other)) } : one,
    );
    return {
      graph: takeSide(result.graph, whole, "mine"),
      conflicts: [whole, ...others.filter((one) => one !== own && one.parts.length > 0)],
    };
  }, merged);
}

/** Returns whether one side removed an item. */
export const isRemoval = ({ path, mine, theirs, isOrder }: Part, { base }: Sides<Graph>): boolean =>
  !isOrder && path[0] !== "pages" && (mine === undefined || theirs === undefined) && isItem(path, base);

const isItem = (path: Path, graph: Graph): boolean =>
  keysAt(graph, path.slice(0, -1)).includes(path.at(-1) as string) && memberAt(graph, path) !== undefined;

/** Returns what else changed on the side that removed an item, because of that. */
export function partsWith(part: Part, sides: Sides<Graph>): Part[] {
  const isQuestion = part.path[0] === "nodes" && part.path.length === 2;
  const items = isQuestion ? removedTogether(part.path[1] as string, sides) : [part.path];
  const paths = items.flatMap((path) => [path, ...changedWith(path, sides)]);
  const once = new Map(paths.map((path) => [JSON.stringify(path), path]));
  return [...once.values()]
    .filter((path) => !isBelow(path, part.path))
    .map((path) => partAt(path, sides))
    .filter((one) => !equal(one.mine, one.theirs));
}

function partAt(path: Path, { mine, theirs }: Sides<Graph>): Part {
  const member = { mine: memberAt(mine, path), theirs: memberAt(theirs, path) };
  return { path, ...member, order: keysAt(member.mine === undefined ? theirs : mine, path.slice(0, -1)) };
}

/** Returns a removed question and its removed neighbors: an edge needs both of its ends. */
function removedTogether(id: string, { base, mine, theirs }: Sides<Graph>): Path[] {
  const [ours, others] = [mine, theirs].map(({ nodes }) => new Set(nodes.map((node) => node.id)));
  const isRemoved = (node: string) => !ours?.has(node) || !others?.has(node);
  const found = new Set([id]);
  for (const at of found)
    for (const { from, to } of base.edges) {
      if (from === at && isRemoved(to)) found.add(to);
      if (to === at && isRemoved(from)) found.add(from);
    }
  return [...found].map((node) => ["nodes", node]);
}

function changedWith(path: Path, { base, mine, theirs }: Sides<Graph>): Path[] {
  const [remover] = [mine, theirs].filter((side) => memberAt(side, path) === undefined);
  if (!remover) return [];
  const isWith = path.length > 2 ? isInQuestion(path) : path[0] === "nodes" ? isAround(path, base) : isShown(path);
  return changesOf(base, remover).flatMap((change) => (!change.isOrder && isWith(change) ? [change.path] : []));
}

type IsWith = (change: MemberChange) => boolean;

/** The points of an option, and where it was the default or the correct answer. */
function isInQuestion(path: Path): IsWith {
  const key = path.at(-1);
  const names = (value: unknown) => value === key || (Array.isArray(value) && value.includes(key));
  return (change) =>
    isBelow(change.path, path.slice(0, 2)) &&
    ((change.path.at(-1) === key && change.now === undefined) || (names(change.was) && !names(change.now)));
}

const isShown =
  ([, key]: Path): IsWith =>
  ({ path, now }) =>
    path.at(-2) === "show_calculations" && path.at(-1) === key && now === undefined;

/** The edges of a question, its place on a page, and whether the form starts or ends with it. */
function isAround([, id = ""]: Path, base: Graph): IsWith {
  const edges = new Set(base.edges.flatMap((edge) => (edge.from === id || edge.to === id ? (edge.id ?? []) : [])));
  const pages = new Set(base.pages?.flatMap((page) => (page.node_ids.includes(id) ? page.id : [])));
  return ({ path: [list = "", key = "", , node] }) => {
    if (list === "edges") return edges.has(key);
    if (list === "pages") return pages.has(key) && (node ?? id) === id;
    return (list === "entry_node_id" || list === "fallback_end_node_id") && base[list] === id;
  };
}
