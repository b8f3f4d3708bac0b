import type { Change } from "../../../../../shared/domain/graph/diff/change.ts";
import type { Graph, Json } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { nameOfNode } from "../types/names.ts";

/** Fields whose value is a node's id. */
const namesNode = new Set(["from", "to", "entry_node_id", "fallback_end_node_id"]);
/** letters of a value: a whole condition would fill the page */
const valueLength = 160;

/** What changed, by the names that people know; of a field what it was, and what it is. */
export function changeText(change: Change, older: Graph, newer: Graph): { what: string; values: string | null } {
  const { subject, node_id, field, before, after } = change;
  const node = nodeOf(node_id, newer, older);
  const done = field === null ? words.changeKinds[change.change] : words.changedField(fieldName(field));
  const what = words.change(words.subjects[subject], node ?? node_id ?? "", done);
  if (field === null) return { what, values: null };
  const shown = (value: Json) => valueText(namesNode.has(field) ? (nodeOf(value, newer, older) ?? value) : value);
  return { what, values: words.fromTo(shown(before), shown(after)) };
}

/** `data.config.options.b.label` → `options.b.label` */
const fieldName = (path: string): string => path.replace(/^data\.(config\.)?/, "").replaceAll("_", " ");

function nodeOf(id: Json, ...graphs: Graph[]): string | null {
  const node = graphs.flatMap(({ nodes }) => nodes).find((it) => it.id === id);
  return node ? words.quoted(nameOfNode(node)) : null;
}

function valueText(value: Json): string {
  if (value === null || value === "") return words.nothing;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > valueLength ? `${text.slice(0, valueLength)} …` : text;
}
