import { patternCost, patternsLimit } from "../questions/pattern.ts";
import type { Edge, Graph, GraphNode } from "./types.ts";

/** Adds up the sizes of the patterns that it is shown, each different one once, and compiles none when they are too many. */
export class PatternTally {
  private readonly seen = new Set<string>();
  private sum = 0;

  /** What is wrong with the patterns of a node or edge beside those seen before, or null. */
  fault(patterns: readonly string[]): string | null {
    for (const source of patterns) {
      if (this.seen.has(source)) continue;
      if (this.sum > patternsLimit) return tooManyPatterns;
      this.seen.add(source);
      this.sum += patternCost(source);
      if (this.sum > patternsLimit) return tooManyPatterns;
    }
    return null;
  }
}

const tooManyPatterns = `all patterns of a form can have ${patternsLimit.toLocaleString("en")} instructions; shorten repeats such as {500} or remove some`;

export function patternsOfNode({ data }: GraphNode): string[] {
  const pattern = (data?.config as Record<string, unknown> | undefined)?.pattern;
  return typeof pattern === "string" ? [pattern] : [];
}

/** Of anything that may be a condition. */
export function patternsOfEdge({ condition }: Edge): string[] {
  const patterns: string[] = [];
  const waiting: unknown[] = [condition];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const { op, right, all, any, not } = next as Record<string, unknown>;
    if (op === "matches" && typeof right === "string") patterns.push(right);
    for (const group of [all, any]) if (Array.isArray(group)) waiting.push(...group);
    if (not !== undefined) waiting.push(not);
  }
  return patterns;
}

/** Each different one of a graph. */
export function patternsOfGraph({ nodes, edges }: Graph): ReadonlySet<string> {
  return new Set([...nodes.flatMap(patternsOfNode), ...edges.flatMap(patternsOfEdge)]);
}
