import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { typeNames, untitled } from "../../../strings/en/dashboard/builder/typeNames.ts";
import { readable as plainReadable } from "../../../ui/readable.ts";
import { titleText } from "../../../ui/titleText.ts";

/** The name of a type, or of anything else that only has an identifier. */
export const readable = (identifier: string): string => typeNames[identifier] ?? plainReadable(identifier);

/** The title of a node, else its type. */
export function nameOfNode(node: Pick<GraphNode, "id" | "question_type" | "data">): string {
  return titleText(node.data?.title ?? "") || untitled(readable(node.question_type));
}
