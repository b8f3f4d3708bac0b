import type pg from "pg";
import type { SessionStatus } from "../../../shared/api/shapes/sessions.ts";
import type { Json } from "../../../shared/domain/graph/types.ts";
import { lookupPerRow } from "../../../shared/platform/database/plannerHints.ts";
import { each } from "../../../shared/platform/timeSlices.ts";
import { answerFigure, unknownSeconds, valuesIn } from "../figures/facts.ts";
import { add, figure, type Tally } from "../figures/tally.ts";
import type { Filters } from "../filters.ts";
import { slices } from "../slices.ts";
import { matching, withinRange } from "./conditions.ts";
import { daySql, durationSql, secondsSql } from "./durations.ts";
import { newValues, type Readable, type Values } from "./read.ts";
import type { Found } from "./search.ts";

/** Counts sessions and visits one by one, exactly: for forms without rollups, for searches, and for what rollups don't have yet. */

/** Nodes, with their types, whose answers are counted by value. `choices`: fields with options of records */
export type Tabulated = readonly { node_id: string; question_type: string; choices?: ReadonlySet<string> }[];

/**
 * A sequential scan is fastest for a form that has most of the table's rows. There are few groups, which the planner can't
 * know, so it must hash them instead of sorting.
 */
const settings = ({ ids }: Counted): string =>
  `set local enable_seqscan = ${ids ? "off" : "on"}; set local enable_sort = off`;

/** Which sessions to count. `ids`: only these, looked up one by one; null for all that match. `found`: matches of the search, if any. */
export interface Counted extends Required<Pick<Readable, "isDistributed">> {
  formId: string;
  filters: Filters;
  ids: readonly string[] | null;
  found: Found | null;
}

function matched(counted: Counted, values: Values): string {
  const { formId, filters, ids, found, isDistributed } = counted;
  const chosen = ids && `${values.value(ids)}::uuid[]`;
  // Citus runs no lateral join with an offset on shards
  const from =
    chosen && !isDistributed
      ? `unnest(${chosen}) d (id) cross join lateral ${lookupPerRow("sessions.sessions", "t.id = d.id")} s`
      : "sessions.sessions s";
  const isChosen = chosen && isDistributed ? `s.id = any(${chosen}) and ` : "";
  const form = values.value(formId);
  const [range, match] = [withinRange(filters, values), matching(filters, values, found, counted)];
  return `${from} where ${isChosen}s.form_id = ${form}${range.text}${match.text}`;
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

/** Adds the figures of sessions. */
export async function tallySessions(client: pg.PoolClient, tally: Tally, counted: Counted): Promise<void> {
  const values = newValues();
  await client.query(settings(counted));
  const { rows } = await client.query<SessionRow>(
    `with s as materialized (
        select s.status, s.status = 'completed' as is_completed, ${daySql} as day,
          case when s.status = 'completed' then ${durationSql} end as seconds,
          case when s.status = 'completed' then s.total_score end as score, s.current_node_id as node_id
        from ${matched(counted, values)}
      )
      select case grouping(status, day, seconds, score, node_id) when 15 then 'status' when 23 then 'day'
          when 27 then 'seconds' when 29 then 'score' else 'node' end as level,
        status, to_char(day, 'YYYY-MM-DD') as date, seconds, score, node_id, count(*)::integer as count,
        (count(*) filter (where is_completed))::integer as completed
      from s group by grouping sets ((status), (day), (seconds), (score), (node_id))`,
    values.list,
  );
  await slices.finish(each(rows, (row) => addSessions(tally, row)));
}

function addSessions(tally: Tally, { level, status, date, seconds, score, node_id, count, completed }: SessionRow) {
  if (level === "status") add(tally, "status", status, count);
  else if (level === "seconds" && seconds !== null) add(tally, "duration", seconds, count);
  else if (level === "score" && score !== null) add(tally, "score", score, count);
  else if (level === "day") {
    add(tally, "day", date, count);
    if (completed > 0) add(tally, "completed", date, completed);
  } else if (level === "node") {
    add(tally, "standing", node_id, count);
    if (count > completed) add(tally, "open", node_id, count - completed);
  }
}

interface VisitRow {
  is_answer: boolean;
  node_id: string;
  question_type: string;
  /** Null if the node was passed without an answer. */
  seconds: number | null;
  answer: string | null;
  count: number;
}

/** Adds the figures of visits, except calculations, which no statement can compute. */
export async function tallyVisits(
  client: pg.PoolClient,
  tally: Tally,
  counted: Counted,
  tabulated: Tabulated,
): Promise<void> {
  const values = newValues();
  const sessions = matched(counted, values);
  const nodes = values.value(tabulated.map(({ node_id }) => node_id));
  const types = values.value(tabulated.map(({ question_type }) => question_type));
  const visits =
    counted.ids && !counted.isDistributed
      ? `cross join lateral ${lookupPerRow("sessions.visits", "t.session_id = s.id")} v`
      : "join sessions.visits v on v.session_id = s.id";
  await client.query(settings(counted));
  const { rows } = await client.query<VisitRow>(
    `with v as materialized (
        select node_id, question_type, seconds, answer, count(*) as count from (
        select v.node_id, v.question_type, case when v.answer_id is not null then ${secondsSql} end as seconds,
          case when v.answer_id is not null and t.node_id is not null then v.answer::text end as answer
        from (select s.id, s.import_id from ${sessions}) s ${visits}
          left join unnest(${nodes}::text[], ${types}::text[]) as t (node_id, question_type)
            on t.node_id = v.node_id and t.question_type = v.question_type
        where v.seq is not null
        ) v group by node_id, question_type, seconds, answer
      )
      select grouping(seconds) = 1 as is_answer, node_id, question_type, seconds, answer, sum(count)::integer as count
      from v group by grouping sets ((node_id, question_type, seconds), (node_id, question_type, answer))`,
    values.list,
  );
  const choices = new Map(tabulated.map((node) => [node.node_id, node.choices]));
  await slices.finish(each(rows, (row) => addVisits(tally, row, choices.get(row.node_id))));
}

function addVisits(
  tally: Tally,
  { is_answer, node_id, question_type, seconds, answer, count }: VisitRow,
  choices: ReadonlySet<string> | undefined,
): void {
  if (is_answer) {
    const given = answer === null ? [] : valuesIn(question_type, JSON.parse(answer) as Json, choices);
    for (const value of given) add(tally, ...answerFigure(node_id, question_type, value), count);
    return;
  }
  add(tally, "passed", node_id, count);
  if (seconds === null) return;
  if (seconds !== unknownSeconds) add(tally, figure("seconds", node_id), seconds, count);
  add(tally, figure("types", node_id), question_type, count);
}
