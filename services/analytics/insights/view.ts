import type { FunnelStep, Insights, QuestionInsight, WholeInsights } from "../../../shared/api/shapes/insights.ts";
import type { CompiledCalculations } from "../../../shared/domain/graph/calculations/compile.ts";
import { pagesByNode } from "../../../shared/domain/graph/pages.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";
import { isCounted } from "../../../shared/domain/questions/tabulated.ts";
import { choiceKeysOf } from "../answers/rowChoices.ts";
import { figure, type Tally } from "../figures/tally.ts";
import type { Tabulated } from "../store/insights.ts";
import { numberBuckets } from "./buckets.ts";
import { calculationFigures } from "./calculations.ts";
import { median, numbersOf, statistics, total } from "./frequencies.ts";
import { tabulate } from "./tabulate.ts";

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

export const tabulatedOf = (questions: Questions): Tabulated =>
  questions
    .filter(({ question }) => isCounted(question.type))
    .map(({ node, question }) => ({
      node_id: node.id,
      question_type: question.type,
      choices: choiceKeysOf(question),
    }));

/** A version, of which insights show the nodes and calculations. */
export interface ShownVersion {
  questions: Questions;
  calculations: CompiledCalculations | null;
}

/** Returns the figures of decisions §6, except those by day, from how often everything occurs. `previous`: of the period to compare with. */
export function insightsOf(
  tally: Tally,
  previous: Tally | null,
  { questions, calculations }: ShownVersion,
): Omit<WholeInsights, "by_day"> {
  return {
    ...sessionFigures(tally),
    funnel: questions.map((question) => funnelStep(question, tally)),
    questions: questions.filter(({ question }) => !question.is_screen).map((one) => questionInsight(one, tally)),
    calculations: calculations ? calculationFigures(calculations, tally) : [],
    previous: previous && sessionFigures(previous),
  };
}

const countOf = (tally: Tally, name: string, value: string): number => tally.get(name)?.get(value) ?? 0;

export function sessionFigures(tally: Tally): Pick<WholeInsights, "sessions" | "score"> {
  const [completed, abandoned] = [countOf(tally, "status", "completed"), countOf(tally, "status", "abandoned")];
  const inProgress = countOf(tally, "status", "in_progress");
  const started = completed + abandoned + inProgress;
  const scores = numbersOf(tally.get("score"));
  const { min, median: middle, max } = statistics(scores);
  return {
    sessions: {
      started,
      completed,
      abandoned,
      in_progress: inProgress,
      completion_rate: ratio(completed, started),
      median_duration_seconds: median(numbersOf(tally.get("duration"))),
    },
    score: { min, median: middle, max, histogram: numberBuckets(scores) },
  };
}

/** Returns figures by day, in steps for time slices, because a form may have tens of thousands of days. */
export function* daysOf(tally: Tally): Generator<void, Insights["by_day"]> {
  const months = new Map<string, string[]>();
  for (const date of tally.get("day")?.keys() ?? []) {
    const month = months.get(date.slice(0, 7));
    if (month) month.push(date);
    else months.set(date.slice(0, 7), [date]);
    yield;
  }
  const days: Insights["by_day"] = [];
  for (const [, dates] of [...months].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    for (const date of dates.toSorted())
      days.push({ date, started: countOf(tally, "day", date), completed: countOf(tally, "completed", date) });
    yield;
  }
  return days;
}

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

function funnelStep({ node: { id, data }, pageId }: Questions[number], tally: Tally): FunnelStep {
  const seconds = numbersOf(tally.get(figure("seconds", id)));
  const reached = countOf(tally, "passed", id) + countOf(tally, "standing", id);
  // answers of files have no seconds
  const answered = total(tally.get(figure("types", id)) ?? new Map());
  const left = countOf(tally, "open", id);
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
function questionInsight({ node: { id, data }, question }: Questions[number], tally: Tally): QuestionInsight {
  const given = (of: string) => tally.get(figure("answers", of, question.type)) ?? new Map<string, number>();
  return {
    node_id: id,
    question_type: question.type,
    title: data.title ?? "",
    answers: countOf(tally, figure("types", id), question.type),
    ...tabulate(question, given(id), (field) => given(`${id}.${field}`)),
  };
}
