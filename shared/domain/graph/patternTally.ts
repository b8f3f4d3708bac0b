import { patternCost, patternsLimit } from "../questions/pattern.ts";
import { guardsOf } from "./guards.ts";
import type { Edge, Graph, GraphNode, Reason } from "./types.ts";

/** Adds up the sizes of distinct patterns. Stops compiling them at the limit. */
export class PatternTally {
  private readonly seen = new Set<string>();
  private sum = 0;

  /** Adds the patterns of a node or edge. Returns the problem if the limit is exceeded, else null. */
  fault(patterns: readonly string[]): Reason | null {
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

const tooManyPatterns: Reason = { kind: "patterns_too_large", limit: patternsLimit };

/** Returns the patterns of a question and of its fields. A draft's config can have any shape. */
export function patternsOfNode({ data }: GraphNode): string[] {
  const { pattern, fields } = (data?.config ?? {}) as Record<string, unknown>;
  const inner = Array.isArray(fields) ? fields.map((field) => field?.config?.pattern) : [];
  return [pattern, ...inner].filter((source) => typeof source === "string");
}

/** Returns the patterns of an edge or guard, even if its condition is malformed. */
export function patternsOfEdge({ condition }: Pick<Edge, "condition">): string[] {
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

/** Returns the distinct patterns of a graph. */
export function patternsOfGraph({ nodes, edges }: Graph): ReadonlySet<string> {
  const conditions = [...edges, ...nodes.flatMap(guardsOf)];
  return new Set([...nodes.flatMap(patternsOfNode), ...conditions.flatMap(patternsOfEdge)]);
}
