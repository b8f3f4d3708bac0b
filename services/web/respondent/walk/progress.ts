import type { CompiledGraph } from "../../../../shared/domain/graph/compile.ts";
import { type LocalWalk, pathOf } from "./queue.ts";

/** Answered ÷ (answered + longest way left), counted in questions: 0 at the first, 1 at an end. */
export function progressOf(graph: CompiledGraph, walk: LocalWalk): number {
  const answered = walk.visits.filter(({ node_id }) => isQuestion(graph, node_id)).length;
  const at = pathOf(walk).at(-1);
  if (at === undefined) return 0;
  const left = longestWay(graph, at) - (walk.current === null && isQuestion(graph, at) ? 1 : 0);
  return answered + left === 0 ? Number(isEnd(graph, at)) : answered / (answered + left);
}

/** How many questions a walk from here may still meet, this node included. */
function longestWay(graph: CompiledGraph, from: string): number {
  const known = new Map<string, number>();
  const longest = (id: string): number => {
    let questions = known.get(id);
    if (questions === undefined) {
      const onward = graph.nodes.get(id)?.edges.map(({ to }) => longest(to)) ?? [];
      questions = Math.max(0, ...onward) + Number(isQuestion(graph, id));
      known.set(id, questions);
    }
    return questions;
  };
  return longest(from);
}

const isEnd = (graph: CompiledGraph, id: string) => graph.nodes.get(id)?.question.is_end ?? false;
const isQuestion = (graph: CompiledGraph, id: string) => !(graph.nodes.get(id)?.question.is_screen ?? true);
