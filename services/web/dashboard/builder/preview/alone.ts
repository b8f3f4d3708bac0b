import type { Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import type { GivenAnswer } from "../../../respondent/preview/preview.ts";

/** A form of one question or screen, and the answers after which it shows. */
export interface Alone {
  graph: Pick<Graph, "entry_node_id" | "fallback_end_node_id" | "nodes" | "edges">;
  start: readonly GivenAnswer[];
}

/** Returns a form of this node. A session can't begin at its end, so an end screen follows a screen that was passed. */
export function alone(node: GraphNode, isEnd: boolean, endTitle: string): Alone {
  const other = isEnd
    ? { id: `${node.id}-before`, question_type: "welcome_screen", data: {} }
    : { id: `${node.id}-end`, question_type: "end_screen", data: { title: endTitle } };
  const [first, last] = isEnd ? [other, node] : [node, other];
  return {
    graph: {
      entry_node_id: first.id,
      fallback_end_node_id: last.id,
      nodes: [first, last],
      edges: [{ id: "e", from: first.id, to: last.id, condition: null }],
    },
    start: isEnd ? [{ node_id: first.id, answer: null }] : [],
  };
}
