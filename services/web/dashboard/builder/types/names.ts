import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { typeNames, untitled } from "../../../strings/en/dashboard/builder/typeNames.ts";
import { readable as plainReadable } from "../../../ui/readable.ts";
import { titleText } from "../../../ui/titleText.ts";

/** Returns a readable name of a type or another identifier. */
export const readable = (identifier: string): string => typeNames[identifier] ?? plainReadable(identifier);

/** Returns the title of a node, or its type without one. */
export function nameOfNode(node: Pick<GraphNode, "id" | "question_type" | "data">): string {
  return titleText(node.data?.title ?? "") || untitled(readable(node.question_type));
}
