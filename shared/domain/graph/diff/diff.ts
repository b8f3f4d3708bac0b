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
 * Compares two versions (decisions §9.1). Changes of the form come first, then nodes in the order of `to` with removed ones last,
 * then edges likewise. Nodes are matched by id; edges by `id` if both have one, else by (from, to, condition), else by index.
 * `position` is ignored. `before` of an added part and `after` of a removed one are null. `order` changes contain indexes.
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

/** Returns the form's fields, with null for missing values and [] for missing hidden fields. */
function fieldsOf({ title, graph }: Snapshot): Record<keyof typeof formFields, Json> {
  return {
    title: title ?? null,
    entry_node_id: graph.entry_node_id ?? null,
    fallback_end_node_id: graph.fallback_end_node_id ?? null,
    hidden_fields: graph.hidden_fields ?? [],
  };
}
