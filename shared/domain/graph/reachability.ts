import type { Outline } from "./outline.ts";

/** Which nodes a walk may meet, and in which order (decisions §4.4: every edge counts as possible). */
export interface Reachability {
  isReachable(at: number): boolean;
  /** May a walk that stands at `at` have passed `earlier` before? */
  isAncestor(earlier: number, at: number): boolean;
  /** The nodes that lead back to one another, each set in the graph's order. */
  readonly cycles: readonly number[][];
}

/**
 * Linear in nodes and edges, but for the ancestors: a bit for each pair of nodes, joined a word at a time. Without an
 * entry every node counts as reachable, so that what does not depend on it can still be told.
 */
export function reachabilityOf(outline: Outline): Reachability {
  const successors = successorsOf(outline);
  const roots = outline.entry ? [outline.entry, outline.fallback] : outline.nodes;
  const components = componentsFrom(
    successors,
    roots.flatMap((root) => (root ? [root.at] : [])),
  );
  const ancestors = ancestorsOf(successors, components);
  return {
    isReachable: (at) => ancestors[at] !== undefined,
    isAncestor: (earlier, at) => ancestors[at] !== undefined && hasBit(ancestors[at], earlier),
    cycles: components.filter((members) => isCycle(members, successors)).map((members) => members.toSorted(byNumber)),
  };
}

/** Where a node's edges lead; the fallback is an edge from every node that is no end. */
function successorsOf({ nodes, fallback }: Outline): number[][] {
  return nodes.map((node) => {
    const targets = new Set(node.edges.flatMap((edge) => (edge.to ? [edge.to.at] : [])));
    if (fallback && !node.is_end) targets.add(fallback.at);
    return [...targets];
  });
}

/**
 * Tarjan's strongly connected components of what the roots reach, each before those that lead to it. A stack of its own
 * instead of recursion: a thousand questions in a row are a thousand levels deep.
 */
function componentsFrom(successors: readonly number[][], roots: readonly number[]): number[][] {
  const found: (number | undefined)[] = [];
  const lowest: number[] = [];
  const isOpen: boolean[] = [];
  const open: number[] = [];
  const components: number[][] = [];
  let count = 0;
  const enter = (at: number) => {
    found[at] = lowest[at] = count++;
    isOpen[at] = true;
    open.push(at);
    return { at, child: 0 };
  };
  const close = (at: number) => {
    const members = open.splice(open.lastIndexOf(at));
    for (const member of members) isOpen[member] = false;
    components.push(members);
  };
  const lower = (at: number, value: number | undefined) => {
    lowest[at] = Math.min(lowest[at] as number, value as number);
  };
  for (const root of roots) {
    if (found[root] !== undefined) continue;
    const trail = [enter(root)];
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const next = successors[top.at]?.[top.child++];
      if (next === undefined) {
        trail.pop();
        if (lowest[top.at] === found[top.at]) close(top.at);
        const parent = trail.at(-1);
        if (parent) lower(parent.at, lowest[top.at]);
      } else if (found[next] === undefined) trail.push(enter(next));
      else if (isOpen[next]) lower(top.at, found[next]);
    }
  }
  return components;
}

function isCycle(members: readonly number[], successors: readonly number[][]): boolean {
  const [only] = members;
  return members.length > 1 || (only !== undefined && successors[only]?.includes(only) === true);
}

/** By node, the set of nodes that a walk may pass before it; undefined for those that no root reaches. */
function ancestorsOf(successors: readonly number[][], components: readonly number[][]): (Uint32Array | undefined)[] {
  const words = Math.ceil(successors.length / 32);
  const ancestors: (Uint32Array | undefined)[] = [];
  // The members of a component share one set.
  for (const members of components) {
    const shared = new Uint32Array(words);
    for (const member of members) ancestors[member] = shared;
  }
  for (const members of components.toReversed()) {
    const passed = ancestors[members[0] as number] as Uint32Array;
    const leaving = passed.slice();
    for (const member of members) setBit(leaving, member);
    if (isCycle(members, successors)) passed.set(leaving);
    const targets = new Set(members.flatMap((member) => successors[member] ?? []).map((target) => ancestors[target]));
    targets.delete(passed);
    for (const target of targets) if (target) join(target, leaving);
  }
  return ancestors;
}

function setBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31));
}

function hasBit(bits: Uint32Array, at: number): boolean {
  return ((bits[at >>> 5] as number) & (1 << (at & 31))) !== 0;
}

function join(bits: Uint32Array, others: Uint32Array): void {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] as number) | (others[word] as number);
}

function byNumber(a: number, b: number): number {
  return a - b;
}
