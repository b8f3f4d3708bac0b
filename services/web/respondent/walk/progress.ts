import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { type LocalWalk, pathOf } from "./queue.ts";
import { isEndScreen, isScreen } from "./steps.ts";

/** Answered ÷ (answered + longest remaining path), in questions: 0 at the first, 1 at an end. */
export type Progress = (walk: LocalWalk) => number;

/** Needs the graph only, because the engine may load later. */
export function progressOn({ nodes, edges }: Graph): Progress {
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
    if (isEndScreen(byId.get(walk.current ?? ""))) return 1;
    const answered = walk.visits.reduce((sum, { node_id }) => sum + worth(node_id), 0);
    const at = pathOf(walk).at(-1) ?? "";
    const ahead = left(at) - (walk.current === null ? worth(at) : 0);
    return ahead > 0 ? answered / (answered + ahead) : 0;
  };
}
