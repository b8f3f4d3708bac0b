import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { problemLimit } from "../../../../../shared/domain/limits.ts";
import { changesOf } from "../model/merging/changes.ts";
import { joined, outermost, type Side, takeSide, versionIn } from "../model/merging/conflict.ts";
import { isRemoval, partsWith } from "../model/merging/deletions.ts";
import { equal, keysAt, type Path } from "../model/merging/members.ts";
import { withSidesNamed } from "../model/merging/merge.ts";
import type { Conflict, Merge, Part, Sides } from "../model/merging/parts.ts";

type ProblemsOf = (graph: Graph) => Promise<readonly Problem[]>;

/** Maximum number of questions whose problems are asked alone. */
const aloneLimit = 4;
/** Maximum number of changes of which the causing ones are looked for. */
const unitLimit = 500;

/**
 * Returns the conflicts of a merge, with those of changes that only cause a problem together, such as a minimum above the other's
 * maximum. Whichever side is chosen of all of them, the draft has no problem that neither side had, nor the graph that was shown.
 */
export async function conflictsTogether(
  given: Sides<Graph>,
  { graph, conflicts }: Merge,
  problemsOf: ProblemsOf,
  shown?: Graph,
): Promise<readonly Conflict[]> {
  const sides = withSidesNamed(given);
  const seen = [sides.mine, sides.theirs, ...(shown ? [shown] : [])];
  const had = await Promise.all(seen.map(problemsOf));
  // more problems than are listed: a new one can't be told
  if (had.some(({ length }) => length >= problemLimit)) return conflicts;
  const known = new Set(seen.flatMap((one, at) => had[at]?.map((problem) => keyOf(problem, one))));
  const newIn = async (draft: Graph): Promise<Problems> => {
    const found = (await problemsOf(draft)).map((problem) => [keyOf(problem, draft), problem] as const);
    return new Map(found.filter(([key]) => !known.has(key)));
  };
  const newIfChosen: NewIfChosen = async (asked, other) => {
    const sideOf = (one: Conflict, side: Side) => (one !== other ? side : side === "mine" ? "theirs" : "mine");
    const chosen = (side: Side) => asked.reduce((all, one) => takeSide(all, one, sideOf(one, side)), graph);
    const found = await Promise.all(
      asked.length > 0 ? [newIn(chosen("mine")), newIn(chosen("theirs"))] : [newIn(graph)],
    );
    return new Map(found.flatMap((problems) => [...problems]));
  };
  const problems = await newIfChosen(conflicts);
  return problems.size === 0 ? conflicts : withCauses(conflicts, problems, unitsOf(sides, graph), newIfChosen);
}

/** New problems by what identifies them. */
type Problems = ReadonlyMap<string, Problem>;
/** Returns the new problems if one side is chosen of all conflicts, except of `other`. */
type NewIfChosen = (asked: readonly Conflict[], other?: Conflict) => Promise<Problems>;

/** Returns the conflicts with those of the changes that cause the problems, by the question that has them. */
async function withCauses(
  conflicts: readonly Conflict[],
  problems: Problems,
  units: readonly Conflict[],
  newIfChosen: NewIfChosen,
): Promise<readonly Conflict[]> {
  const withParts = (some: readonly Conflict[]) => joined([...conflicts, ...some]);
  const causes = async (keys: ReadonlySet<string>): Promise<Conflict> => {
    const isLeft = (key: string) => problems.has(key) && !keys.has(key);
    const some = await fewest(units, async (fewer) =>
      newIfChosen(withParts(fewer)).then((left) => [...left.keys()].every(isLeft)),
    );
    return { parts: some.flatMap(({ parts }) => parts), problems: [...keys].flatMap((key) => problems.get(key) ?? []) };
  };
  const groups = Map.groupBy(problems.keys(), (key) => problems.get(key)?.node_id);
  const alone: Conflict[] = [];
  if (groups.size <= aloneLimit) for (const keys of groups.values()) alone.push(await causes(new Set(keys)));
  const all = withParts(alone);
  const isSolved = alone.length > 0 && (await newIfChosen(all)).size === 0;
  return withMixed(isSolved ? all : withParts([await causes(new Set(problems.keys()))]), newIfChosen);
}

/** Joins other conflicts with those of problems, where one side of the one and the other side of the other cause a problem again. */
async function withMixed(conflicts: readonly Conflict[], newIfChosen: NewIfChosen): Promise<readonly Conflict[]> {
  const mixed: Conflict[] = [];
  for (const one of conflicts) if (!one.problems && (await newIfChosen(conflicts, one)).size > 0) mixed.push(one);
  if (mixed.length === 0) return conflicts;
  const held = conflicts.filter((one) => one.problems || mixed.includes(one));
  const whole = { parts: held.flatMap(({ parts }) => parts), problems: held.flatMap((one) => one.problems ?? []) };
  return [...conflicts.filter((one) => !held.includes(one)), whole];
}

/** Returns a part of a list that is still enough, without what can be left out: halves first, then less at a time. */
async function fewest<T>(
  list: readonly T[],
  isEnough: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let kept = list;
  for (let size = Math.ceil(kept.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const fewer = kept.toSpliced(at, size);
      if (await isEnough(fewer)) kept = fewer;
      else at += size;
    }
  }
  return kept;
}

/** Returns what identifies a problem on both sides, whose lists have other indexes. */
function keyOf({ code, node_id, path }: Problem, graph: Graph): string {
  const [, list = "", index = "", ...rest] = path?.split("/") ?? [];
  const { id, key } = memberAtIndex(graph, list, Number(index));
  return JSON.stringify([code, node_id, list, id ?? key ?? index, ...rest.slice(0, 3)]);
}

const memberAtIndex = (graph: Graph, list: string, index: number): { id?: string; key?: string } =>
  (graph as unknown as Record<string, { id?: string; key?: string }[] | undefined>)[list]?.[index] ?? {};

/** Returns all members that a side changed, those together that go with a removed item. */
function unitsOf(sides: Sides<Graph>, merged: Graph): Conflict[] {
  const { base, mine, theirs } = sides;
  const changes = [...changesOf(base, mine), ...changesOf(base, theirs)];
  const pages = new Set(merged.pages?.map(({ id }) => id));
  // a page that lost its questions comes back as a whole
  const isGone = ([list, id]: Path) => list === "pages" && id !== undefined && !pages.has(id);
  const parts = changes.map(({ path: changed, isOrder }): Part => {
    const path = isGone(changed) ? changed.slice(0, 2) : changed;
    const of = (side: Graph) => versionIn(side, { path, ...(isOrder && { isOrder }) });
    const order = keysAt(of(mine) === undefined ? theirs : mine, path.slice(0, -1));
    return { path, mine: of(mine), theirs: of(theirs), ...(isOrder ? { isOrder } : { order }) };
  });
  const differing = outermost(parts).filter((part) => !equal(part.mine, part.theirs));
  const units = differing.map((part) => ({ parts: [part, ...(isRemoval(part, sides) ? partsWith(part, sides) : [])] }));
  return units.length > unitLimit ? [{ parts: differing }] : joined(units);
}
