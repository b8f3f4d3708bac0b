import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { problemLimit } from "../../../../../shared/domain/limits.ts";
import { changesOf, type MemberChange } from "../model/merging/changes.ts";
import { takeSide } from "../model/merging/conflict.ts";
import { equal, isBelow, keysAt, memberAt, type Path } from "../model/merging/members.ts";
import { withSidesNamed } from "../model/merging/merge.ts";
import type { Conflict, Merge, Part, Sides } from "../model/merging/parts.ts";

type ProblemsOf = (graph: Graph) => Promise<readonly Problem[]>;

/**
 * Returns the conflicts of a merge, with those of changes that only cause a problem together, such as a minimum above the other's
 * maximum. Whichever side is chosen of all of them, the draft has no problem that neither side had, nor the graph that was shown.
 */
export async function conflictsTogether(
  given: Sides<Graph>,
  merged: Merge,
  problemsOf: ProblemsOf,
  shown?: Graph,
): Promise<readonly Conflict[]> {
  const sides = withSidesNamed(given);
  const seen = [sides.mine, sides.theirs, ...(shown ? [shown] : [])];
  const had = await Promise.all(seen.map(problemsOf));
  // more problems than are listed: a new one can't be told
  if (had.some(({ length }) => length >= problemLimit)) return merged.conflicts;
  const known = new Set(seen.flatMap((graph, at) => had[at]?.map((one) => keyOf(one, graph))));
  const newIn = async (graph: Graph) => (await problemsOf(graph)).filter((one) => !known.has(keyOf(one, graph)));
  const newOnSides = async ({ graph, conflicts }: Merge) => {
    const chosen = (["mine", "theirs"] as const).map((side) =>
      conflicts.reduce((all, one) => takeSide(all, one, side), graph),
    );
    return (await Promise.all((conflicts.length > 0 ? chosen : [graph]).map(newIn))).flat();
  };
  const problems = await newOnSides(merged);
  if (problems.length === 0) return merged.conflicts;
  const inNodes = nodeConflicts(sides, merged, problems);
  if (inNodes && (await newOnSides({ ...merged, conflicts: inNodes })).length === 0) return inNodes;
  return [{ parts: partsOf(sides, []), problems }];
}

/** Returns what identifies a problem on both sides, whose lists have other indexes. */
function keyOf({ code, node_id, path }: Problem, graph: Graph): string {
  const [, list = "", index = "", ...rest] = path?.split("/") ?? [];
  const { id, key } = memberAtIndex(graph, list, Number(index));
  return JSON.stringify([code, node_id, list, id ?? key ?? index, ...rest.slice(0, 3)]);
}

const memberAtIndex = (graph: Graph, list: string, index: number): { id?: string; key?: string } =>
  (graph as unknown as Record<string, { id?: string; key?: string }[] | undefined>)[list]?.[index] ?? {};

/** Returns the conflicts with one for each question that has a problem, if both sides changed each of them; else null. */
function nodeConflicts(sides: Sides<Graph>, { conflicts }: Merge, problems: readonly Problem[]): Conflict[] | null {
  const byNode = Map.groupBy(problems, ({ node_id }) => node_id ?? "");
  const own = [...byNode].map(([id, problemsHere]) => ({
    parts: partsOf(sides, ["nodes", id]),
    problems: problemsHere,
  }));
  const isOfBoth = ({ parts }: Conflict) =>
    ([sides.mine, sides.theirs] as const).every((side) =>
      parts.some(({ path }) => !equal(memberAt(side, path), memberAt(sides.base, path))),
    );
  if (!own.every(isOfBoth)) return null;
  const isHeld = ({ path }: Part) => own.some(({ parts }) => parts.some((one) => isBelow(path, one.path)));
  return [...own, ...conflicts.filter(({ parts }) => !parts.some(isHeld))];
}

/** Returns all members below a path that a side changed. */
function partsOf({ base, mine, theirs }: Sides<Graph>, below: Path): Part[] {
  const changes = [...changesOf(base, mine), ...changesOf(base, theirs)].filter(({ path }) => isBelow(path, below));
  const once = new Map(changes.map((change) => [JSON.stringify([change.path, change.isOrder]), change]));
  const isInside = ({ path }: MemberChange) =>
    changes.some((other) => !other.isOrder && other.path.length < path.length && isBelow(path, other.path));
  return [...once.values()]
    .filter((change) => !isInside(change))
    .map(({ path, isOrder }): Part => {
      const of = (side: Graph) => (isOrder ? keysAt(side, path) : memberAt(side, path));
      const order = keysAt(of(mine) === undefined ? theirs : mine, path.slice(0, -1));
      return { path, mine: of(mine), theirs: of(theirs), ...(isOrder ? { isOrder } : { order }) };
    })
    .filter((part) => !equal(part.mine, part.theirs));
}
