import { calculating } from "../../../../../shared/api/sessionDetail.ts";
import type { SessionDetail } from "../../../../../shared/api/shapes/sessions.ts";
import { utcDay } from "../../../../../shared/domain/dates.ts";
import type { CompiledGraph } from "../../../../../shared/domain/graph/compile.ts";
import { type Corrected, correct, offPath } from "../../../../../shared/domain/graph/correct.ts";
import type { Json } from "../../../../../shared/domain/graph/types.ts";
import { refusalError } from "../../../../../shared/domain/questions/refusalError.ts";
import { runToEnd } from "../../../../../shared/domain/runToEnd.ts";

/** A correction that wasn't sent yet, walked as the service walks it (features §18.1). */
export interface Tried {
  /** those of the answers given that are on the new path, or on none yet */
  answers: Record<string, Json>;
  /** messages by node, in the API's words */
  problems: ReadonlyMap<string, string>;
  /** the session as it would be; null while it has problems or nothing differs */
  after: SessionDetail | null;
}

/** Answers that left the path are dropped: they were given for a path that another answer ended. */
export function tryCorrection(graph: CompiledGraph, session: SessionDetail, answers: Record<string, Json>): Tried {
  const outcome = walked(graph, session, answers);
  if (outcome.kind === "unchanged") return { answers, problems: new Map(), after: null };
  if (outcome.kind === "corrected")
    return { answers, problems: new Map(), after: sessionAfter(graph, session, outcome) };
  const left = outcome.problems.filter(({ message }) => message === offPath).map(({ node_id }) => node_id);
  if (left.length > 0) {
    const others = Object.entries(answers).filter(([id]) => !left.includes(id));
    return tryCorrection(graph, session, Object.fromEntries(others));
  }
  return {
    answers,
    problems: new Map(
      outcome.problems.map((problem) => [problem.node_id, problem.at ? refusalError("", problem) : problem.message]),
    ),
    after: null,
  };
}

function walked(graph: CompiledGraph, session: SessionDetail, answers: Record<string, Json>): Corrected {
  const given = new Map(session.answers.map((answer) => [answer.node_id, answer]));
  const visits = session.traversal_path.slice(0, -1).map((id) => ({
    node_id: id,
    answer: given.get(id)?.answer ?? null,
    score_awarded: given.get(id)?.score_awarded ?? null,
  }));
  const walk = {
    visits,
    current_node_id: session.traversal_path.at(-1) ?? "",
    hidden: session.hidden,
    started_on: session.started_at.slice(0, 10),
  };
  const isCompleted = session.status === "completed";
  const today = session.completed_at?.slice(0, 10) ?? utcDay();
  return runToEnd(correct(graph, walk, { answers, isCompleted }, { today, isIssuedFile: () => true }));
}

function sessionAfter(
  graph: CompiledGraph,
  session: SessionDetail,
  { visits, current_node_id, total_score }: Corrected & { kind: "corrected" },
): SessionDetail {
  const stored = new Map(session.answers.map((answer) => [answer.node_id, answer]));
  const { started_at } = session;
  const unsaved = { id: "", time_spent_seconds: 0, shown_at: started_at, answered_at: started_at };
  const answers = visits.flatMap(({ node_id, answer, score_awarded }) => {
    const questionType = graph.nodes.get(node_id)?.question.type ?? "";
    return answer === null
      ? []
      : { ...unsaved, ...stored.get(node_id), node_id, question_type: questionType, answer, score_awarded };
  });
  const after = {
    ...session,
    answers,
    total_score,
    traversal_path: [...visits.map(({ node_id }) => node_id), current_node_id],
  };
  return { ...after, calculations: runToEnd(calculating(graph.calculations, { ...after, answers: visits })) };
}
