import { Graph, layout } from "@dagrejs/dagre";
import { cardWidth, columnGap, type Position, rowGap } from "../size.ts";
import { byHandle } from "./byHandle.ts";
import { type Arranged, wrapped } from "./wrap.ts";

/** Returns positions in layers from left to right, in whole px from 0, 0. Takes seconds for 1,000 boxes. */
export function arrange({ boxes, edges }: Arranged): Record<string, Position> {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", ranksep: columnGap, nodesep: rowGap, ranker: "tight-tree" });
  graph.setDefaultEdgeLabel(() => ({}));
  // dagre keeps ids in plain objects, where an id such as "toString" would already exist
  const names = new Map(boxes.map(({ id }, index) => [id, `n${index}`]));
  for (const { id, height } of boxes) graph.setNode(names.get(id) as string, { width: cardWidth, height });
  edges.forEach(({ from, to }, index) => {
    const [a, b] = [names.get(from), names.get(to)];
    if (a !== undefined && b !== undefined && a !== b) graph.setEdge(a, b, {}, `e${index}`);
  });
  layout(graph);
  const positions = boxes.map(({ id, height }): [string, Position] => {
    const { x, y } = graph.node(names.get(id) as string) as Position;
    return [id, { x: Math.round(x - cardWidth / 2), y: Math.round(y - height / 2) }];
  });
  const arranged = { boxes, edges };
  return Object.fromEntries(wrapped(arranged, byHandle(arranged, new Map(positions))));
}
