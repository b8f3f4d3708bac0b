import type { Graph, Json } from "../types.ts";
import type { Change } from "./change.ts";
import { edgeChanges } from "./edges.ts";
import { nodeChanges } from "./nodes.ts";
import { sameValue } from "./values.ts";

export interface Snapshot {
  title?: string;
  graph: Graph;
}

/**
 * What changed from one version to another (decisions §9.1): first the form, then the nodes as in `to` and the removed ones as in
 * `from`, the edges likewise. Nodes are matched by id; edges by `id` where both have one, else by (from, to, condition),
 * else by place. `position` is left out. `before` of what was added, and `after` of what was removed, is null; `order`
 * holds places.
 */
export function diff(from: Snapshot, to: Snapshot): Change[] {
  return [
    ...formChanges(from, to),
    ...nodeChanges(from.graph.nodes, to.graph.nodes),
    ...edgeChanges(from.graph.edges, to.graph.edges),
  ];
}

export const isBreaking = (changes: readonly Change[]): boolean => changes.some(({ impact }) => impact === "breaking");

const formFields = {
  title: "Different title. Answers keep their meaning.",
  entry_node_id: "Different start. Answers keep their meaning.",
  fallback_end_node_id: "Different default end screen. Answers keep their meaning.",
  hidden_fields: "Different hidden fields. Answers keep their meaning.",
} as const;

function formChanges(from: Snapshot, to: Snapshot): Change[] {
  const [before, after] = [fieldsOf(from), fieldsOf(to)];
  return (Object.keys(formFields) as (keyof typeof formFields)[])
    .filter((field) => !sameValue(before[field], after[field]))
    .map((field) => ({
      subject: "form",
      node_id: null,
      edge_index: null,
      change: "changed",
      field,
      before: before[field],
      after: after[field],
      impact: "safe",
      why: formFields[field],
    }));
}

/** What may be left out is as null, and no hidden field as none. */
function fieldsOf({ title, graph }: Snapshot): Record<keyof typeof formFields, Json> {
  return {
    title: title ?? null,
    entry_node_id: graph.entry_node_id ?? null,
    fallback_end_node_id: graph.fallback_end_node_id ?? null,
    hidden_fields: graph.hidden_fields ?? [],
  };
}
