import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { hasRecall, RecallTitle } from "../../../ui/recallTitle.tsx";
import { nameOfNode } from "./names.ts";

/** The title of a node with its recalls as chips, or its type without one. */
export function NodeTitle({ node }: { node: Pick<GraphNode, "id" | "question_type" | "data"> }) {
  const title = node.data?.title ?? "";
  return hasRecall(title) ? <RecallTitle title={title} /> : nameOfNode(node);
}
