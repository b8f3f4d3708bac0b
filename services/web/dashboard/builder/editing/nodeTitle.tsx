import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { hasRecall, RecallTitle } from "../../../ui/recallTitle.tsx";
import { recallNames } from "../../../ui/titleText.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import { useGraph } from "./useEditor.ts";

/** The title of a node with its recalls as chips, or its type without one. */
export function NodeTitle({ node }: { node: Pick<GraphNode, "id" | "question_type" | "data"> }) {
  const title = node.data?.title ?? "";
  return hasRecall(title) ? <Recalls title={title} /> : nameOfNode(node);
}

/** Follows the titles of the questions that it inserts. Scores and hidden fields have names of their own. */
function Recalls({ title }: { title: string }) {
  const graph = useGraph();
  const nameOf = recallNames((id) => {
    const node = nodeIn(graph, id);
    return node && nameOfNode(node);
  });
  return <RecallTitle title={title} nameOf={nameOf} />;
}
