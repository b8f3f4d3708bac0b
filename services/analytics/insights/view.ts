import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";
import type { FunnelStep, Insights, QuestionInsight } from "../../../shared/domain/shapes/insights.ts";
import type { Counts } from "../store/insights.ts";
import { histogram, median, statistics, total } from "./frequencies.ts";
import { isTabulated, tabulate } from "./tabulate.ts";

/** A version's nodes, each with its question. */
export type Questions = readonly { node: GraphNode; question: CompiledQuestion }[];

export function questionsOf(graph: Graph): Questions {
  return graph.nodes.map((node) => ({ node, question: compileQuestion(node) }));
}

export const tabulatedOf = (questions: Questions): { node_id: string; question_type: string }[] =>
  questions
    .filter(({ question }) => isTabulated(question))
    .map(({ node, question }) => ({ node_id: node.id, question_type: question.type }));

/** The figures of decisions §6, out of how often everything occurs. */
export function insightsOf(counts: Counts, questions: Questions): Insights {
  const ofStatus = (name: string) => counts.statuses.find(({ status }) => status === name)?.count ?? 0;
  const [completed, abandoned, inProgress] = ["completed", "abandoned", "in_progress"].map(ofStatus) as [
    number,
    number,
    number,
  ];
  const started = completed + abandoned + inProgress;
  const scores = new Map(counts.scores.map(({ score, count }) => [score, count]));
  const { min, median: middle, max } = statistics(scores);
  return {
    sessions: {
      started,
      completed,
      abandoned,
      in_progress: inProgress,
      completion_rate: ratio(completed, started),
      median_duration_seconds: median(new Map(counts.durations.map(({ seconds, count }) => [seconds, count]))),
    },
    by_day: counts.days.map(({ date, count, completed }) => ({ date, started: count, completed })),
    funnel: questions.map(({ node }) => funnelStep(node, counts)),
    questions: questions.filter(({ question }) => !question.is_screen).map((one) => questionInsight(one, counts)),
    score: { min, median: middle, max, histogram: histogram(scores) },
  };
}

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

function funnelStep({ id, data }: GraphNode, { visits, standing }: Counts): FunnelStep {
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
    title: data.title ?? "",
    reached,
    answered,
    skipped: reached - answered - left,
    left,
    drop_off_rate: ratio(left, reached),
    median_seconds: median(seconds),
  };
}

/** A node that had another type in an older version is shown as what it is now. */
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
