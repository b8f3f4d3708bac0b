import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { type LocalWalk, pathOf } from "./queue.ts";
import { isEndScreen, isScreen } from "./steps.ts";

/** Answered ÷ (answered + longest way left), counted in questions: 0 at the first, 1 at an end. */
export type Progress = (walk: LocalWalk) => number;

/** Counted by the graph alone, since the engine may come later. */
export function progressOn({ nodes, edges }: Graph): Progress {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const worth = (id: string): number => (isScreen(byId.get(id)) ? 0 : 1);
  const onward = new Map(nodes.map(({ id }) => [id, [] as string[]]));
  for (const { from, to } of edges) onward.get(from)?.push(to);
  const longest = new Map<string, number>();
  /** how many questions a walk may still meet from here, this one included */
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
