import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { isEndScreen, isScreen } from "./nodes.ts";
import { type LocalWalk, pathOf } from "./queue.ts";

export type Measure = (walk: LocalWalk) => {
  /** answered ÷ total: 0 at the first question, 1 at an end */
  progress: number;
  /** answered questions + the longest remaining path */
  total: number;
};

/** Measures a walk. Needs the graph only, because the engine may load later. */
export function measureOn({ nodes, edges }: Graph): Measure {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const worth = (id: string): number => (isScreen(byId.get(id)) ? 0 : 1);
  const onward = new Map(nodes.map(({ id }) => [id, [] as string[]]));
  for (const { from, to } of edges) onward.get(from)?.push(to);
  const longest = new Map<string, number>();
  /** Returns the maximum of questions from here to an end, including this one. */
  const left = (id: string): number => {
    const known = longest.get(id);
    if (known !== undefined) return known;
    const questions = Math.max(0, ...(onward.get(id) ?? []).map(left)) + worth(id);
    longest.set(id, questions);
    return questions;
  };
  return (walk) => {
    const answered = walk.visits.reduce((sum, { node_id }) => sum + worth(node_id), 0);
    if (isEndScreen(byId.get(walk.current ?? ""))) return { progress: 1, total: answered };
    const at = pathOf(walk).at(-1) ?? "";
    const ahead = left(at) - (walk.current === null ? worth(at) : 0);
    return { progress: ahead > 0 ? answered / (answered + ahead) : 0, total: answered + ahead };
  };
}
