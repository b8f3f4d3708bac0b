import { fewestPeople } from "../../../shared/domain/limits.ts";
import type { Asked, AskedOf } from "./askedOf.ts";
import type { ShownPart } from "./parts.ts";

/** Numbers of people by the answers that they chose one of: each answer without a count that is shown is a bit. */
type Sums = ReadonlyMap<bigint, number>;

/** Numbers of answers that add up to more than this many sums aren't shown, whatever they tell. */
const mostSums = 1_000;

/**
 * Leaves out numbers of answers that tell, with the form's conditions, how few chose some options or skipped a question: follow-ups of
 * two hidden options tell of the third, and a follow-up of a hidden and a shown one tells of the hidden one. Pure.
 */
export function judgedByConditions(completed: number, parts: readonly ShownPart[], askedOf: AskedOf): ShownPart[] {
  let judged = [...parts];
  for (const { node_id, row } of parts) {
    const asking = judged.find((part) => part.node_id === node_id && part.row === row);
    if (!asking || asking.gap !== undefined) continue;
    const groups = countedGroups(asking, completed, askedOf(asking));
    if (groups.length > 0) judged = judgedBeside(asking, groups, judged);
  }
  return judged;
}

/** Leaves out numbers of answers to other questions that tell of the groups of this one. */
function judgedBeside(asking: ShownPart, groups: readonly Group[], parts: readonly ShownPart[]): ShownPart[] {
  let known = hiddenSums(asking, groups);
  return parts.map((part) => {
    const asked = groups.filter(({ nodes }) => nodes.has(part.node_id));
    if (part.gap !== undefined || part.node_id === asking.node_id || asked.length === groups.length) return part;
    const counted = asked.reduce((sum, { count }) => sum + count, 0);
    const knownWith = (answered: number) => sumsWith(known, bitsOf(asked), answered - counted);
    const sums = knownWith(part.answered);
    // the other number must tell as much
    if (!sums) return { ...part, gap: knownWith(part.answered - 1) ? 2 : 1 };
    known = sums;
    return part;
  });
}

interface Group extends Asked {
  /** people, if it is shown; else 0 */
  count: number;
  /** 0 if the number of people is shown */
  bit: bigint;
}

function countedGroups({ answered, figures }: ShownPart, completed: number, groups: readonly Asked[]): Group[] {
  const { counts = [], histogram = [] } = figures;
  const steps = histogram
    .filter(({ from, to }) => from === to)
    .map(({ from, count }) => ({ value: String(from), count }));
  const shown = new Map<Asked["value"], number>([...counts, ...steps].map(({ value, count }) => [value, count]));
  shown.set(undefined, completed - answered);
  return groups.map((group, at) => {
    const count = shown.get(group.value);
    return { ...group, count: count ?? 0, bit: count === undefined ? 1n << BigInt(at) : 0n };
  });
}

/** Returns the sums of the counts that aren't shown: of merged steps, or of all options. */
function hiddenSums({ hidden = 0, figures }: ShownPart, groups: readonly Group[]): Sums {
  const merged = figures.histogram?.filter(({ from, to }) => from < to);
  if (!merged) return new Map([[bitsOf(groups), hidden]]);
  const among = (low: number, high: number) =>
    groups.filter(({ value }) => value && Number(value) >= low && Number(value) <= high);
  return merged.reduce<Sums>(
    (sums, { from, to, count }) => sumsWith(sums, bitsOf(among(from, to)), count) ?? sums,
    new Map(),
  );
}

const bitsOf = (groups: readonly Group[]): bigint => groups.reduce((bits, { bit }) => bits | bit, 0n);

/** Adds a sum and all that follow from it by adding and subtracting. Null if one is of 1 or 2 people. */
function sumsWith(known: Sums, bits: bigint, sum: number): Sums | null {
  const sums = new Map(known);
  const open: [bigint, number][] = [[bits, sum]];
  for (const [some, count] of open) {
    if (isFew(some === 0n ? Math.abs(count) : count) || sums.size > mostSums) return null;
    if (some === 0n || sums.has(some)) continue;
    for (const [others, more] of sums) {
      const both = some & others;
      if (both === 0n) open.push([some | others, count + more]);
      else if (both === some) open.push([others ^ some, more - count]);
      else if (both === others) open.push([some ^ others, count - more]);
    }
    sums.set(some, count);
  }
  return sums;
}

const isFew = (people: number): boolean => people > 0 && people < fewestPeople;
