import { leftOf } from "../../../shared/domain/graph/conditions.ts";
import type { Condition } from "../../../shared/domain/graph/types.ts";
import { all, any, type Formula, not, sizeOf } from "./formula.ts";
import { Unsayable } from "./losses.ts";
import type { Order, Way } from "./order.ts";

/** comparisons of a formula that is repeated where it is needed; longer ones get a name */
const repeatedLimit = 6;
/** edges of a node whose conditions are said together */
const groupLimit = 8;
/** comparisons of all formulas. A form with more has thousands of rules. */
const sizeLimit = 100_000;

/**
 * When a walk arrives at each node, as a formula of earlier answers (wants §25 "Edges become conditions of what they skip").
 *
 * A node's formula builds on that of its dominator, the last node that every path to it passes. If every path from there also leads to
 * the node, both have the same formula: so a question after two branches that meet again has none. Every formula is made once, and
 * long ones get a name, so that all together grow with the edges, not with the paths.
 */
export class Reach {
  private readonly order: Order;
  private readonly dominators: readonly number[];
  private readonly relative: (Formula | null)[] = [];
  private readonly found = new Map<number, Formula>();
  private size = 0;
  /** places of ways in the list of their node, by node and target */
  private readonly indexes = new Map<string, ReadonlyMap<string, readonly number[]>>();
  private readonly incoming: readonly Way[][];
  /** formulas by name */
  readonly named = new Map<string, Formula>();

  constructor(order: Order) {
    this.order = order;
    for (const [id, ways] of order.ways)
      this.indexes.set(
        id,
        Map.groupBy(ways.keys(), (index) => ways[index]?.to.id ?? ""),
      );
    const placed = [...order.ways.values()].flat();
    this.incoming = order.nodes.map(() => []);
    for (const way of placed) {
      const list = this.incoming[this.at(way.to.id)] as Way[];
      // ways of one node come one after the other
      if (list.at(-1)?.from !== way.from) list.push(way);
    }
    const before = this.incoming.map((ways) => ways.map(({ from }) => this.at(from.id)));
    this.dominators = dominatorsOf(before);
    const after = this.postDominators();
    for (const at of order.nodes.keys()) this.relative.push(this.relativeTo(at, after));
  }

  /** Returns when a walk arrives at a node. Throws `Unsayable` if that takes too many comparisons. */
  of(id: string): Formula {
    const at = this.at(id);
    const own = this.relative[at];
    if (own === null || own === undefined) throw new Unsayable("it depends on too many rules.");
    const known = this.found.get(at);
    if (known !== undefined) return known;
    const dominator = this.dominators[at] as number;
    const found = at === 0 ? true : all([this.shared(dominator), own]);
    this.found.set(at, found);
    return found;
  }

  /** Returns a node's formula, or its name if it is long. */
  private shared(at: number): Formula {
    const id = this.order.nodes[at]?.id ?? "";
    const whole = this.of(id);
    if (sizeOf(whole) <= repeatedLimit) return whole;
    const name = `reached_${id}`;
    this.named.set(name, whole);
    return { named: name };
  }

  private at(id: string): number {
    return this.order.at.get(id) ?? -1;
  }

  /** Returns when a walk that has arrived at the dominator arrives at the node. Null if that takes too many comparisons. */
  private relativeTo(at: number, after: readonly number[]): Formula | null {
    const dominator = this.dominators[at] as number;
    if (at === 0 || follows(at, dominator, after)) return true;
    if (this.size > sizeLimit) return null;
    const formula = any(
      (this.incoming[at] as Way[]).map(({ from }) => {
        const place = this.at(from.id);
        const taken = this.taken(from.id, at);
        return place === dominator ? taken : all([this.between(place, dominator), taken]);
      }),
    );
    this.size += sizeOf(formula);
    return formula;
  }

  /** Returns when a walk arrives at a node, if it has arrived at this dominator of the node. */
  private between(at: number, dominator: number): Formula {
    const parts: Formula[] = [];
    for (let place = at; place !== dominator; place = this.dominators[place] as number)
      parts.push(this.relative[place] ?? { named: `reached_${this.order.nodes[place]?.id}` });
    const formula = all(parts);
    return sizeOf(formula) <= repeatedLimit ? formula : this.shared(at);
  }

  /** Returns when a walk goes from a node to another one: the first match wins. */
  private taken(fromId: string, to: number): Formula {
    const indexes = this.indexes.get(fromId)?.get(this.order.nodes[to]?.id ?? "") ?? [];
    return any(indexes.map((index) => all([this.passed(fromId, index, to), this.condition(fromId, index)])));
  }

  private condition(fromId: string, index: number): Formula {
    const ways = this.order.ways.get(fromId) ?? [];
    // a form without a default end screen has an edge for every answer
    const condition = index < ways.length - 1 ? ways[index]?.edge?.condition : null;
    return condition ? formulaOf(condition, fromId, this.at(fromId)) : true;
  }

  /** Returns when none of the first edges of a node matches. Those to the same node as the one after need no mention, if they are few. */
  private passed(fromId: string, count: number, to: number): Formula {
    const ways = this.order.ways.get(fromId) ?? [];
    const before = Math.floor(count / groupLimit) * groupLimit;
    const isShort = before === 0;
    const own = Array.from({ length: count - before }, (_, at) => before + at)
      .filter((index) => !isShort || this.at(ways[index]?.to.id ?? "") !== to)
      .map((index) => not(this.condition(fromId, index)));
    return all([...(isShort ? [] : [this.passedAll(fromId, before)]), ...own]);
  }

  /** The same for many edges, said once for each group of them. */
  private passedAll(fromId: string, count: number): Formula {
    const name = `passed_${count}_${fromId}`;
    if (!this.named.has(name)) {
      const group = Array.from({ length: groupLimit }, (_, at) => not(this.condition(fromId, count - 1 - at)));
      const earlier = count > groupLimit ? [this.passedAll(fromId, count - groupLimit)] : [];
      this.named.set(name, all([...earlier, ...group]));
    }
    return { named: name };
  }

  /** Returns the next node that every path from a node passes, by place. The end is the number of nodes. */
  private postDominators(): number[] {
    const { nodes, ways } = this.order;
    const last = nodes.length;
    const before = nodes.toReversed().map(({ id }) => {
      const next = (ways.get(id) ?? []).map(({ to }) => last - this.at(to.id));
      return next.length > 0 ? next : [0];
    });
    const reversed = dominatorsOf([[], ...before]);
    return nodes.map((_, at) => last - (reversed[last - at] as number));
  }
}

/** Returns whether every path from a node leads to the other one. */
function follows(at: number, from: number, after: readonly number[]): boolean {
  let place = from;
  while (place < at) place = after[place] as number;
  return place === at;
}

/** Returns the immediate dominator of each place (Cooper, Harvey, Kennedy). Places before another one have lower numbers. */
function dominatorsOf(before: readonly (readonly number[])[]): number[] {
  const found: number[] = [];
  for (const [at, list] of before.entries()) {
    const [first = 0, ...others] = list;
    let dominator = at === 0 ? 0 : first;
    for (let other of others)
      while (other !== dominator) {
        if (other > dominator) other = found[other] as number;
        else dominator = found[dominator] as number;
      }
    found.push(dominator);
  }
  return found;
}

/** Returns a condition as a formula. `at` is the place after which it is read. */
export function formulaOf(condition: Condition, nodeId: string, at: number): Formula {
  if ("all" in condition) return all(condition.all.map((part) => formulaOf(part, nodeId, at)));
  if ("any" in condition) return any(condition.any.map((part) => formulaOf(part, nodeId, at)));
  if ("not" in condition) return not(formulaOf(condition.not, nodeId, at));
  return { leaf: { ...condition, left: leftOf(condition, nodeId), at } };
}
