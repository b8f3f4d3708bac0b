import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { rowsOf } from "../canvas/rows.ts";
import { NodeTitle } from "../editing/nodeTitle.tsx";
import { useGraph } from "../editing/useEditor.ts";
import type { NamedEdge } from "../model/ids.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./inspector.module.css";

/** The connected rows of a question's card and their targets, with a button that opens the rules. */
export function LogicSummary({ node, onEdit }: { node: GraphNode; onEdit(): void }) {
  const graph = useGraph();
  const table = useQuestionTable();
  const edges = graph.edges.filter(({ from }) => from === node.id) as NamedEdge[];
  const rows = rowsOf(node, edges, { graph, from: node.id, table }).rows.filter(({ edge }) => edge !== null);
  if (rows.length === 0) return null;
  return (
    <div className={styles.part}>
      <div className={styles.summaryHead}>
        <h3>{words.rules}</h3>
        <Button look="plain" size="small" onPress={onEdit}>
          {words.editLogic}
        </Button>
      </div>
      <ul className={styles.summary}>
        {rows.map(({ edge, label, text, to }) => {
          const target = nodeIn(graph, to ?? "");
          return (
            <li key={edge}>
              <span title={text}>{label}</span>
              {target && (
                <>
                  <Icon name="arrow-right" size={14} />
                  <span>
                    <NodeTitle node={target} />
                  </span>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
