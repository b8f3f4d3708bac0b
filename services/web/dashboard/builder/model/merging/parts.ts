import type { Graph, Problem } from "../../../../../../shared/domain/graph/types.ts";
import type { Path } from "./members.ts";

/** A member of the graph that both sides changed. Missing members are undefined. */
export interface Part {
  path: Path;
  mine: unknown;
  theirs: unknown;
  /** keys of its list, where the member is an item that one side removed */
  order?: readonly string[];
  /** The order of a list's keys. For edges, the path ends with their node. */
  isOrder?: true;
}

/** Parts that are chosen together. The graph has mine, or with `problems` both. */
export interface Conflict {
  parts: readonly Part[];
  /** problems of both together, which neither side has */
  problems?: readonly Problem[];
}

/**
 * A three-way merge of a draft, member by member. Changes of one side are taken. If both sides changed the same member differently,
 * the graph has mine, and the conflict has both.
 */
export interface Merge {
  graph: Graph;
  conflicts: readonly Conflict[];
}

/** A graph or a member of it. */
export interface Sides<T = unknown> {
  base: T;
  mine: T;
  theirs: T;
}
