import { pagesByNode } from "../../../shared/domain/graph/pages.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";
import type { FunnelStep, Insights, QuestionInsight } from "../../../shared/domain/shapes/insights.ts";
import type { SessionStatus } from "../../../shared/domain/shapes/sessions.ts";
import type { Counts, SessionCounts } from "../store/insights.ts";
import { numberBuckets } from "./buckets.ts";
import { median, statistics, total } from "./frequencies.ts";
import { isTabulated, tabulate } from "./tabulate.ts";

/** The nodes of a version, each with its question and page. */
export type Questions = readonly { node: GraphNode; question: CompiledQuestion; pageId: string | null }[];

export function questionsOf(graph: Graph): Questions {
  const pages = pagesByNode(graph);
  return graph.nodes.map((node) => ({
    node,
    question: compileQuestion(node),
    pageId: pages.get(node.id)?.id ?? null,
  }));
}

export const tabulatedOf = (questions: Questions): { node_id: string; question_type: string }[] =>
  questions
    .filter(({ question }) => isTabulated(question))
    .map(({ node, question }) => ({ node_id: node.id, question_type: question.type }));

/** Returns the figures of decisions §6, from how often everything occurs. */
export function insightsOf(counts: Counts, questions: Questions, calculations: Insights["calculations"]): Insights {
  return {
    ...sessionFigures(counts),
    by_day: counts.days.map(({ date, count, completed }) => ({ date, started: count, completed })),
    funnel: questions.map((question) => funnelStep(question, counts)),
    questions: questions.filter(({ question }) => !question.is_screen).map((one) => questionInsight(one, counts)),
    calculations,
    previous: counts.previous && sessionFigures(counts.previous),
  };
}

function sessionFigures({ statuses, durations, scores }: SessionCounts): Pick<Insights, "sessions" | "score"> {
  const ofStatus = (name: SessionStatus) => statuses.find(({ status }) => status === name)?.count ?? 0;
  const [completed, abandoned, inProgress] = [ofStatus("completed"), ofStatus("abandoned"), ofStatus("in_progress")];
  const started = completed + abandoned + inProgress;
  const byScore = new Map(scores.map(({ score, count }) => [score, count]));
  const { min, median: middle, max } = statistics(byScore);
  return {
    sessions: {
      started,
      completed,
      abandoned,
      in_progress: inProgress,
      completion_rate: ratio(completed, started),
      median_duration_seconds: median(new Map(durations.map(({ seconds, count }) => [seconds, count]))),
    },
    score: { min, median: middle, max, histogram: numberBuckets(byScore) },
  };
}

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

function funnelStep({ node: { id, data }, pageId }: Questions[number], { visits, standing }: Counts): FunnelStep {
  const passed = visits.filter(({ node_id }) => node_id === id);
  const here = standing.find(({ node_id }) => node_id === id);
  const seconds = new Map<number, number>();
  for (const visit of passed) {
    if (visit.seconds !== null) seconds.set(visit.seconds, (seconds.get(visit.seconds) ?? 0) + visit.count);
  }
  const reached = passed.reduce((sum, { count }) => sum + count, 0) + (here?.count ?? 0);
  const answered = total(seconds);
  const left = here?.open ?? 0;
  return {
    node_id: id,
    page_id: pageId,
    title: data.title ?? "",
    reached,
    answered,
    skipped: reached - answered - left,
    left,
    drop_off_rate: ratio(left, reached),
    median_seconds: median(seconds),
  };
}

/** Counts only answers of the node's current type: an older version may have had another. */
function questionInsight({ node, question }: Questions[number], { visits, answers }: Counts): QuestionInsight {
  const isThis = (row: { node_id: string; question_type: string }) =>
    row.node_id === node.id && row.question_type === question.type;
  const answered = visits.filter((visit) => isThis(visit) && visit.seconds !== null);
  return {
    node_id: node.id,
    question_type: question.type,
    title: node.data.title ?? "",
    answers: answered.reduce((sum, { count }) => sum + count, 0),
    ...tabulate(question, answers.filter(isThis)),
  };
}
