import type { Json } from "../../json.ts";
import { Closed, Nullable, type Static, Type } from "../../schema.ts";

/** Changes between two versions of a form, or between a version and the draft (decisions §9.1). */
export const DiffQuery = Closed({
  to: Type.Optional(
    Type.String({
      pattern: "^(?:draft|[1-9]\\d{0,8})$",
      patternMessage: "must be a version number or draft",
      default: "draft",
      description: "Version number to compare with, or `draft`.",
    }),
  ),
});

const ChangeSchema = Closed({
  subject: Type.Enum(["node", "edge", "form"]),
  node_id: Nullable(Type.String()),
  edge_index: Nullable(Type.Integer()),
  change: Type.Enum(["added", "removed", "changed"]),
  field: Nullable(Type.String()),
  before: Type.Unknown(),
  after: Type.Unknown(),
  impact: Type.Enum(["safe", "breaking"]),
  why: Type.String(),
});

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

export const Change = Type.Unsafe<Change>(ChangeSchema);

export const Diff = Closed({
  from: Type.Integer(),
  to: Type.Union([Type.Integer(), Type.Literal("draft")]),
  is_breaking: Type.Boolean(),
  changes: Type.Array(Change),
});

export type DiffQuery = Static<typeof DiffQuery>;
export type Diff = Static<typeof Diff>;
