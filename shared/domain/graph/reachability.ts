import type { Outline } from "./outline.ts";

/** Reachable nodes and their order (decisions §4.4). Every edge counts as possible. */
export interface Reachability {
  isReachable(at: number): boolean;
  /** Returns whether a walk at `at` can have passed `earlier`. */
  isAncestor(earlier: number, at: number): boolean;
  /** node sets that form cycles, each in graph order */
  readonly cycles: readonly number[][];
}

/**
 * Computes reachability in linear time, except for ancestors, which take one bit per pair of nodes. Without an entry, every node
 * counts as reachable, so that other problems are still found.
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

/** Returns the targets of each node's edges. All nodes except end screens also lead to the fallback. */
function successorsOf({ nodes, fallback }: Outline): number[][] {
  return nodes.map((node) => {
    const targets = new Set(node.edges.flatMap((edge) => (edge.to ? [edge.to.at] : [])));
    if (fallback && !node.is_end) targets.add(fallback.at);
    return [...targets];
  });
}

/**
 * Returns the strongly connected components that the roots reach, successors first (Tarjan). Uses a stack instead of recursion,
 * because a thousand consecutive questions are a thousand levels deep.
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

/** Returns, by node, the set of nodes that a walk can pass before it. Undefined for unreachable nodes. */
function ancestorsOf(successors: readonly number[][], components: readonly number[][]): (Uint32Array | undefined)[] {
  const words = Math.ceil(successors.length / 32);
  const ancestors: (Uint32Array | undefined)[] = [];
  // members of a component share one set
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
