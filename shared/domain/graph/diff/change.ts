import type { Json } from "../types.ts";

/** One difference between two versions of a form (decisions §9.1). */
export interface Change {
  subject: "node" | "edge" | "form";
  /** the node, or the edge's source node */
  node_id: string | null;
  /** index in the newer graph; for a removed edge, in the older one */
  edge_index: number | null;
  change: "added" | "removed" | "changed";
  /** dotted path; null if the whole node or edge was added or removed */
  field: string | null;
  before: Json;
  after: Json;
  /** breaking: answers or totals of the two versions can't be compared */
  impact: "safe" | "breaking";
  why: string;
}
