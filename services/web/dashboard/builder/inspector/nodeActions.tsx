import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { smallButtonClass } from "../../../ui/button.tsx";
import { useActions } from "../editing/useActions.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { nameOfNode } from "../types/names.ts";
import styles from "./inspector.module.css";

/** Everything that keys and dragging do, as buttons (WCAG 2.5.7). */
export function NodeActions({ node, isEnd }: { node: GraphNode; isEnd: boolean }) {
  const graph = useGraph();
  const actions = useActions();
  const editor = useEditor();
  const at = graph.nodes.findIndex(({ id }) => id === node.id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar, not a set of fields
    <div role="group" className={styles.row} aria-label={words.actions(nameOfNode(node))}>
      <button
        type="button"
        className={smallButtonClass}
        disabled={at === 0}
        onClick={() => actions.move([node.id], -1)}
      >
        {words.moveUp}
      </button>
      <button
        type="button"
        className={smallButtonClass}
        disabled={at === graph.nodes.length - 1}
        onClick={() => actions.move([node.id], 1)}
      >
        {words.moveDown}
      </button>
      <button type="button" className={smallButtonClass} onClick={() => actions.duplicate([node.id])}>
        {words.duplicate}
      </button>
      {graph.entry_node_id !== node.id && !isEnd && (
        <button type="button" className={smallButtonClass} onClick={() => actions.setEntry(node.id)}>
          {words.makeEntry}
        </button>
      )}
      <button type="button" className={smallButtonClass} onClick={() => editor.select(actions.remove([node.id]))}>
        {words.remove}
      </button>
    </div>
  );
}
