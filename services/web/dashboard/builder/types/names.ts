import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { typeNames, untitled } from "../../../strings/en/dashboard/builder/builder.ts";
import { readable as plainReadable } from "../../../ui/readable.ts";
import { titleText } from "../../../ui/titleText.ts";

/** What a person calls a type, and anything else that is known by an identifier alone. */
export const readable = (identifier: string): string => typeNames[identifier] ?? plainReadable(identifier);

/** What the builder calls a node: its title, else its type. */
export function nameOfNode(node: Pick<GraphNode, "id" | "question_type" | "data">): string {
  return titleText(node.data?.title ?? "") || untitled(readable(node.question_type));
}
