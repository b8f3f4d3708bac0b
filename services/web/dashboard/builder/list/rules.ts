import type { Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import { ifTrue } from "../../../strings/en/dashboard/builder/conditions.ts";
import { readCondition } from "../conditions/read.ts";
import { sentenceOf } from "../conditions/sentence.ts";
import { nameOfNode } from "../types/names.ts";
import { nodesById } from "../types/nodeIndex.ts";
import type { QuestionTable } from "../types/questionTable.ts";

/** What comes after each node, one sentence a line, in the order in which its edges are tried. */
export function rulesOf(graph: Graph, table: QuestionTable): (node: GraphNode) => string {
  const nodes = nodesById(graph.nodes);
  const edges = Map.groupBy(graph.edges, ({ from }) => from);
  const nameOf = (id: string) => {
    const node = nodes.get(id);
    return node ? nameOfNode(node) : words.missingTarget(id);
  };
  const fallback = graph.fallback_end_node_id;
  return (node) => {
    const own = edges.get(node.id) ?? [];
    const rules = own.map(({ to, condition }, at) => {
      if (condition === null) return words.goTo(at === 0 ? words.always : words.otherwise, nameOf(to));
      const sentence = sentenceOf(readCondition(condition), { graph, from: node.id, table });
      return words.goTo(ifTrue(sentence), nameOf(to));
    });
    const isOpen = !table.factsOf(node).isEnd && own.every(({ condition }) => condition !== null);
    if (isOpen && fallback) rules.push(words.intoFallback(nameOf(fallback)));
    else if (isOpen && own.length === 0) rules.push(words.noWay);
    return rules.join("\n");
  };
}
