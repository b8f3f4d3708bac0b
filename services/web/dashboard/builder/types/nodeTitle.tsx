import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { nameOfNode } from "./names.ts";
import styles from "./nodeTitle.module.css";

/** The title of a node, with a chip for each inserted answer or hidden field. */
export function NodeTitle({ node }: { node: Pick<GraphNode, "id" | "question_type" | "data"> }) {
  const parts = (node.data?.title ?? "").split(/\{\{(?:answer|hidden|calculation|band):([^{}]*)\}\}/);
  if (parts.length === 1) return nameOfNode(node);
  return parts.map((text, index) =>
    index % 2 === 0 ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same answer can be inserted twice
      <span key={index} className={styles.chip}>
        @{text}
      </span>
    ),
  );
}
