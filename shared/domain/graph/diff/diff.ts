import type { Change } from "../shapes/diff.ts";
import type { Graph, Json, Page } from "../types.ts";
import { calculationChanges } from "./calculations.ts";
import { edgeChanges } from "./edges.ts";
import { nodeChanges } from "./nodes.ts";
import { translationChanges } from "./translations.ts";
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
    ...pageChanges(from.graph.pages ?? [], to.graph.pages ?? []),
    ...calculationChanges(from.graph, to.graph),
    ...translationChanges(from.graph, to.graph),
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
  markup: "Texts are shown with or without formatting. Answers keep their meaning.",
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

/** Compares pages by id, in the order of `to` with removed ones last (features §11.3). */
function pageChanges(from: readonly Page[], to: readonly Page[]): Change[] {
  const [old, now] = [pagesById(from), pagesById(to)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((id): Change[] => {
    const [before, after] = [old.get(id) ?? null, now.get(id) ?? null];
    if (sameValue(before, after)) return [];
    const whole = { subject: "form", node_id: null, edge_index: null, change: "changed", impact: "safe" } as const;
    const why = "Questions are grouped differently. Answers keep their meaning.";
    return [{ ...whole, field: `pages.${id}`, before: before as Json, after: after as Json, why }];
  });
}

/** A draft can have duplicate ids, and the first one counts. */
function pagesById(pages: readonly Page[]): Map<string, Page> {
  const byId = new Map<string, Page>();
  for (const page of pages) if (!byId.has(page.id)) byId.set(page.id, page);
  return byId;
}

/** Returns the form's fields, with null for missing values and [] for missing hidden fields. */
function fieldsOf({ title, graph }: Snapshot): Record<keyof typeof formFields, Json> {
  return {
    title: title ?? null,
    entry_node_id: graph.entry_node_id ?? null,
    fallback_end_node_id: graph.fallback_end_node_id ?? null,
    hidden_fields: graph.hidden_fields ?? [],
    markup: graph.markup ?? null,
  };
}
