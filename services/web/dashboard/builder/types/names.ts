import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { typeNames, untitled } from "../../../strings/en/dashboard/builder/builder.ts";

/** `opinion_scale` → `Opinion scale`: what a person calls a type, and anything else that is known by an identifier alone. */
export function readable(identifier: string): string {
  const known = typeNames[identifier];
  if (known !== undefined) return known;
  const words = identifier.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the builder calls a node: its title, else its type. */
export function nameOfNode(node: Pick<GraphNode, "id" | "question_type" | "data">): string {
  return node.data?.title?.trim() || untitled(readable(node.question_type));
}
