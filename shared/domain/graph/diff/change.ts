import type { Json } from "../types.ts";

/** One difference between two versions of a form (decisions §9.1). */
export interface Change {
  subject: "node" | "edge" | "form";
  /** of a node, and of the node that an edge leaves */
  node_id: string | null;
  /** its place in the newer graph, of a removed edge in the older */
  edge_index: number | null;
  change: "added" | "removed" | "changed";
  /** A dotted path; null where the whole node or edge was added or removed. */
  field: string | null;
  before: Json;
  after: Json;
  /** breaking: answers or totals of the two versions cannot be compared */
  impact: "safe" | "breaking";
  why: string;
}
