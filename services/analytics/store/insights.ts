import type pg from "pg";
import type { Json } from "../../../shared/domain/graph/types.ts";
import type { SessionStatus } from "../../../shared/domain/shapes/sessions.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import type { Filters } from "../filters.ts";
import { matching, withinRange } from "./conditions.ts";
import { newValues, type Values } from "./read.ts";
import { type Found, foundIn } from "./search.ts";

/** How often each value of a session occurs. */
export interface SessionCounts {
  statuses: { status: SessionStatus; count: number }[];
  days: { date: string; count: number; completed: number }[];
  /** of completed sessions */
  durations: { seconds: number; count: number }[];
  scores: { score: number; count: number }[];
  /** by current node; a completed session is at its end screen, and not `open` */
  standing: { node_id: string; count: number; open: number }[];
}

/**
 * Counts that all figures of insights follow from, medians and means exactly. They are made where the sessions are: there
 * are far fewer counts than sessions.
 */
export interface Counts extends SessionCounts {
  /** passed nodes; `seconds` null: passed without an answer */
  visits: { node_id: string; question_type: string; seconds: number | null; count: number }[];
  answers: { node_id: string; question_type: string; answer: Json; count: number }[];
  /** null if there is nothing to compare with */
  previous: SessionCounts | null;
}

/** Nodes, with their types, whose answers are counted by value. */
export type Tabulated = readonly { node_id: string; question_type: string }[];

/**
 * A sequential scan is fastest for a form that has most of the table's rows. There are few groups, which the planner can't
 * know, so it must hash them instead of sorting.
 */
const settings = "set local enable_seqscan = on; set local enable_sort = off";

export interface Counted {
  formId: string;
  filters: Filters;
  /** of the period to compare with */
  previous: Filters | null;
  tabulated: Tabulated;
}

/** Counts everything in one snapshot. A session is read for one of the two periods only. */
export async function countSessions({ pool }: Reader, asked: Counted): Promise<Counts> {
  const { words } = asked.filters;
  const found = words.length > 0 ? await foundIn({ pool }, asked.formId, words) : null;
  const counted = { ...asked, found };
  const client = await pool.connect();
  try {
    await client.query(`begin isolation level repeatable read; ${settings}`);
    const counts = await countAll(client, counted);
    await client.query("commit");
    client.release();
    return counts;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** `found`: the matches of the search, or null without one */
type Searched = Counted & { found: Found | null };

async function countAll(client: pg.PoolClient, searched: Searched): Promise<Counts> {
  const { previous } = searched;
  return {
    ...(await ofSessions(client, searched)),
    ...(await ofVisits(client, searched)),
    previous: previous && (await ofSessions(client, { ...searched, filters: previous })),
  };
}

function matched({ formId, filters, found }: Searched, values: Values): string {
  const form = values.value(formId);
  return `sessions.sessions s where s.form_id = ${form}${withinRange(filters, values).text}${matching(filters, values, found).text}`;
}

interface SessionRow {
  level: "status" | "day" | "seconds" | "score" | "node";
  status: SessionStatus;
  date: string;
  seconds: number | null;
  score: number | null;
  node_id: string;
  count: number;
  completed: number;
}

async function ofSessions(client: pg.PoolClient, searched: Searched): Promise<SessionCounts> {
  const values = newValues();
  const { rows } = await client.query<SessionRow>(
    `select case grouping(status, day, seconds, score, node_id) when 15 then 'status' when 23 then 'day'
          when 27 then 'seconds' when 29 then 'score' else 'node' end as level,
        status, to_char(day, 'YYYY-MM-DD') as date, seconds, score, node_id, count(*)::integer as count,
        (count(*) filter (where is_completed))::integer as completed
      from (
        select s.status, s.status = 'completed' as is_completed, (s.started_at at time zone 'utc')::date as day,
          case when s.status = 'completed'
            then greatest(0, floor(date_part('epoch', s.completed_at - s.started_at)))::integer end as seconds,
          s.total_score as score, s.current_node_id as node_id
        from ${matched(searched, values)}
      ) s group by grouping sets ((status), (day), (seconds), (score), (node_id)) order by day`,
    values.list,
  );
  const at = (level: SessionRow["level"]) => rows.filter((row) => row.level === level);
  return {
    statuses: at("status"),
    days: at("day"),
    durations: at("seconds").flatMap(({ seconds, count }) => (seconds === null ? [] : [{ seconds, count }])),
    scores: at("score").flatMap(({ score, count }) => (score === null ? [] : [{ score, count }])),
    standing: at("node").map(({ node_id, count, completed }) => ({ node_id, count, open: count - completed })),
  };
}

interface VisitRow {
  is_answer: boolean;
  node_id: string;
  question_type: string;
  seconds: number | null;
  answer: string | null;
  count: number;
}

async function ofVisits(client: pg.PoolClient, searched: Searched) {
  const { tabulated } = searched;
  const values = newValues();
  const sessions = matched(searched, values);
  const nodes = values.value(tabulated.map(({ node_id }) => node_id));
  const types = values.value(tabulated.map(({ question_type }) => question_type));
  const { rows } = await client.query<VisitRow>(
    `select grouping(seconds) = 1 as is_answer, node_id, question_type, seconds, answer, count(*)::integer as count
      from (
        select v.node_id, v.question_type,
          case when v.answer_id is not null
            then greatest(0, floor(date_part('epoch', v.answered_at - v.shown_at)))::integer end as seconds,
          case when v.answer_id is not null and t.node_id is not null then v.answer::text end as answer
        from (select s.id from ${sessions}) s join sessions.visits v on v.session_id = s.id
          left join unnest(${nodes}::text[], ${types}::text[]) as t (node_id, question_type)
            on t.node_id = v.node_id and t.question_type = v.question_type
        where v.seq is not null
      ) v group by grouping sets ((node_id, question_type, seconds), (node_id, question_type, answer))`,
    values.list,
  );
  return {
    visits: rows.filter((row) => !row.is_answer),
    answers: rows.flatMap(({ is_answer, answer, ...row }) =>
      is_answer && answer !== null ? [{ ...row, answer: JSON.parse(answer) as Json }] : [],
    ),
  };
}
