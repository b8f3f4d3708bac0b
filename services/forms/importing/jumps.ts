import type { Edge } from "../../../shared/domain/graph/types.ts";

/** An edge that leaves the document's order. */
export interface Jump extends Edge {
  /** place of the jump in the document, if its question has several */
  source?: string;
}

/** Jumps back that are tried. Each takes a search of the graph. */
const backwardLimit = 200;

/**
 * Returns the jumps that make no cycle, in their order. Those that lead back are kept if no path leads from there to the jump again, as
 * where sections aren't in the order in which they are asked.
 *
 * @param ids nodes in the document's order, in which each leads to the next one unless a jump always does
 */
export function withoutCycles(jumps: readonly Jump[], ids: readonly string[]): Set<Jump> {
  const order = new Map(ids.map((id, index) => [id, index]));
  const known = jumps.filter(({ from, to }) => order.has(from) && order.has(to));
  const isForward = ({ from, to }: Jump) => (order.get(from) as number) < (order.get(to) as number);
  const kept = Map.groupBy(known.filter(isForward), ({ from }) => from);
  const nextOf = (id: string): string[] => {
    const own = kept.get(id) ?? [];
    const always = own.findIndex(({ condition }) => condition === null);
    const next = ids[(order.get(id) as number) + 1];
    const taken = always < 0 ? own : own.slice(0, always + 1);
    return [...taken.map(({ to }) => to), ...(always < 0 && next !== undefined ? [next] : [])];
  };
  for (const jump of known.filter((one) => !isForward(one)).slice(0, backwardLimit))
    if (!leads(jump.to, jump.from, nextOf)) kept.set(jump.from, [...(kept.get(jump.from) ?? []), jump]);
  return new Set([...kept.values()].flat());
}

function leads(from: string, to: string, nextOf: (id: string) => string[]): boolean {
  const seen = new Set([from]);
  for (const id of seen) {
    if (id === to) return true;
    for (const next of nextOf(id)) seen.add(next);
  }
  return false;
}
