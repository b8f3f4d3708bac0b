import { utcDay } from "../domain/dates.ts";
import type { CompiledCalculations } from "../domain/graph/calculations/compile.ts";
import { computing } from "../domain/graph/calculations/results.ts";
import { ordersOf } from "../domain/graph/pages.ts";
import { scoreBreakdown, type Visit, viewOf } from "../domain/graph/traverse.ts";
import type { CalculationResults, Json, Page } from "../domain/graph/types.ts";
import type { Answer, SessionDetail, SessionListItem, SessionStatus } from "./shapes/sessions.ts";

/** A session row for the owner's view (spec §Session). The API (analytics) and event payloads (sessions) use the same view. */
export interface SessionRow {
  id: string;
  status: SessionStatus;
  version_number: number;
  total_score: number;
  answers_count: number;
  started_at: Date;
  completed_at: Date | null;
  /** absent before the first correction, and where a table has no columns of it */
  answers_revision?: number;
  edited_at?: Date | null;
  current_node_id: string;
  hidden: Record<string, string>;
  user_agent: string | null;
  language: string | null;
  /** of the personal link that started it, if it is known */
  reference?: string | null;
  /** of the import that stored it (wants §25); absent or null for a respondent's */
  import_id?: string | null | undefined;
  /** the imported file had no start */
  is_untimed?: boolean | null | undefined;
}

/** A passed node on the path. `answer_id` and `answer` are null if it was skipped, and for screens. */
export interface VisitRow {
  node_id: string;
  shown_at: Date;
  answered_at: Date;
  answer_id: string | null;
  question_type: string;
  answer: Json | null;
  score_awarded: number | null;
}

export function sessionListItem(
  row: Omit<SessionRow, "current_node_id" | "hidden" | "user_agent" | "language" | "reference">,
): SessionListItem {
  const item = listItemAt(row, {
    duration_seconds: row.is_untimed ? null : row.completed_at && wholeSeconds(row.started_at, row.completed_at),
    started_at: row.started_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  });
  return { ...item, revision: row.answers_revision ?? 1, edited_at: row.edited_at?.toISOString() ?? null };
}

type TimesOfItem = Pick<SessionListItem, "duration_seconds" | "started_at" | "completed_at">;
/** The parts of a list item that tables have too. */
export type TabledItem = Omit<SessionListItem, "revision" | "edited_at" | "answers" | "language" | "reference">;

/** Returns a list item of a row without times, which may be read as texts. */
export const listItemAt = (
  row: Omit<TabledItem, keyof TimesOfItem | "source"> & Pick<SessionRow, "import_id">,
  times: TimesOfItem,
): TabledItem => ({
  id: row.id,
  status: row.status,
  source: row.import_id ? "import" : "respondent",
  version_number: row.version_number,
  total_score: row.total_score,
  answers_count: row.answers_count,
  ...times,
});

/** Returns the owner's view without calculations (`calculating`). `visits` are in path order, `pages` those of its version. */
export function sessionDetail(row: SessionRow, visits: readonly VisitRow[], pages?: readonly Page[]): SessionDetail {
  const path = [...visits.map((visit) => visit.node_id), row.current_node_id];
  return {
    ...sessionListItem(row),
    score_breakdown: { ...scoreBreakdown(visits) },
    traversal_path: path,
    order: ordersOf(pages, row.id, path),
    answers: visits.flatMap((visit) => (visit.answer_id === null ? [] : [answerOf(visit, visit.answer_id)])),
    hidden: row.hidden,
    metadata: { user_agent: row.user_agent },
    language: row.language,
    reference: row.reference ?? null,
    calculations: {},
  };
}

/** The parts of a session that calculations read. */
export type CalculatedSession = Pick<SessionDetail, "hidden" | "total_score" | "started_at"> & {
  answers: readonly Visit[];
};

/** Computes the values of calculations from a session's answers, in parts for time slices. Nothing without calculations. */
export function* calculating(
  calculations: CompiledCalculations | null,
  { answers, hidden, total_score, started_at }: CalculatedSession,
): Generator<void, CalculationResults> {
  if (!calculations) return {};
  const startedOn = started_at.slice(0, 10);
  const view = viewOf({ calculations: null }, answers, { hidden, started_on: startedOn }, total_score);
  return yield* computing(calculations, calculations.reader(view));
}

/** Returns the day that calculations read as "today". */
export const startDay = ({ started_at }: Pick<SessionRow, "started_at">): string => utcDay(started_at);

function answerOf(visit: VisitRow, id: string): Answer {
  return {
    id,
    node_id: visit.node_id,
    question_type: visit.question_type,
    answer: visit.answer,
    score_awarded: visit.score_awarded,
    time_spent_seconds: wholeSeconds(visit.shown_at, visit.answered_at),
    shown_at: visit.shown_at.toISOString(),
    answered_at: visit.answered_at.toISOString(),
  };
}

/** Returns seconds rounded down (decisions §5). Never negative, because clocks of two hosts can differ. */
export function wholeSeconds(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000));
}
