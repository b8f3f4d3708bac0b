import type pg from "pg";
import type { SessionStatus } from "../../../shared/api/shapes/sessions.ts";
import { utcDay } from "../../../shared/domain/dates.ts";
import type { CalculationResults } from "../../../shared/domain/graph/types.ts";
import type { Json } from "../../../shared/domain/json.ts";
import type { Contribution, Facts } from "../figures/facts.ts";
import { type Filters, noFilters } from "../filters.ts";
import { matching, withinRange } from "./conditions.ts";
import { keptCalculations } from "./detail.ts";
import { daySql, durationSql, secondsSql } from "./durations.ts";
import { newValues } from "./read.ts";
import type { RolledForm } from "./rollups.ts";

/** A session's contribution to its form's figures, stored so that the same can be subtracted. */
export interface StoredContribution extends Contribution {
  session_id: string;
  form_id: string;
}

/** A session with its visits in path order. */
export interface WalkRow {
  session_id: string;
  form_id: string;
  version_number: number;
  status: SessionStatus;
  day: string;
  duration: number | null;
  total_score: number;
  current_node_id: string;
  hidden: Record<string, string>;
  started_at: Date;
  /** from before personal answers were erased, or null */
  kept_calculations: CalculationResults | null;
  visits: [nodeId: string, questionType: string, seconds: number | null, answer: Json, score: number | null][] | null;
}

export interface SessionSize {
  id: string;
  form_id: string;
  answers_bytes: number;
}

export async function sizesOf(pool: pg.Pool, sessionIds: readonly string[]): Promise<SessionSize[]> {
  const { rows } = await pool.query<SessionSize>({
    name: "sizes-of-sessions",
    text: "select id, form_id, answers_bytes from sessions.sessions where id = any($1::uuid[])",
    values: [sessionIds],
  });
  return rows;
}

/** Reads sessions with their walks. */
export async function readWalks(
  client: Pick<pg.PoolClient, "query">,
  sessionIds: readonly string[],
  filters: Filters = noFilters,
): Promise<WalkRow[]> {
  const values = newValues();
  const ids = values.value(sessionIds);
  const [range, match] = [withinRange(filters, values), matching({ ...filters, answers: [] }, values, null, {})];
  const { rows } = await client.query<WalkRow>({
    name: `read-contributions ${range.name}${match.name}`,
    text: `select s.id as session_id, s.form_id, s.version_number, s.status, to_char(${daySql}, 'YYYY-MM-DD') as day,
        case when s.status = 'completed' then ${durationSql} end as duration, s.total_score, s.current_node_id, s.hidden,
        s.started_at, ${keptCalculations}, p.visits
      from sessions.sessions s cross join lateral (
          select json_agg(json_build_array(v.node_id, v.question_type,
            case when v.answer_id is not null then ${secondsSql} end, v.answer, v.score_awarded) order by v.seq) as visits
          from sessions.visits v where v.session_id = s.id and v.seq is not null
        ) p
      where s.id = any(${ids}::uuid[])${range.text}${match.text}`,
    values: values.list,
  });
  return rows;
}

/** A stored contribution. `position` tells whether its form's rollups have it. */
export interface KeptContribution extends Contribution {
  session_id: string;
  form_id: string;
  position: number;
}

const columns = "c.session_id, c.form_id, c.position::float8, c.version_number, c.day::text, c.status, c.facts";

type KeptRow = Omit<KeptContribution, "facts"> & { facts: string };

const parsed = (row: KeptRow): KeptContribution => ({ ...row, facts: JSON.parse(row.facts) as Facts });

/** `name`: of the prepared statement, if the condition is always the same. */
export async function keptContributions(
  client: Pick<pg.PoolClient, "query">,
  condition: string,
  values: unknown[],
  name?: string,
): Promise<KeptContribution[]> {
  const text = `select ${columns} from analytics.contributions c where ${condition}`;
  const { rows } = await client.query<KeptRow>({ ...(name && { name }), text, values });
  return rows.map(parsed);
}

/** Returns what is stored of these sessions. */
export const keptOf = (client: pg.PoolClient, sessionIds: readonly string[]): Promise<KeptContribution[]> =>
  keptContributions(client, "c.session_id = any($1::uuid[])", [sessionIds], "kept-contributions");

/** Returns a form's contributions that its rollups don't have. */
export const waitingContributions = (
  client: pg.PoolClient,
  { form_id, folded }: Pick<RolledForm, "form_id" | "folded">,
): Promise<KeptContribution[]> =>
  keptContributions(client, "c.form_id = $1 and c.position > $2", [form_id, folded], "waiting-contributions");

export interface KeptQuery {
  folded: number;
  /** sessions that are counted as they are now */
  ids: readonly string[];
  /** with a range of whole days */
  filters: Filters;
}

/** Returns contributions that aren't in the rollups, except those of `ids`, and those of `ids` that are. */
export function keptMatching(
  client: pg.PoolClient,
  formId: string,
  { folded, ids, filters }: KeptQuery,
): Promise<KeptContribution[]> {
  const { status, version, started } = filters;
  const values = newValues();
  const { value } = values;
  const form = `c.form_id = ${value(formId)}`;
  const [position, list] = [value(folded), `${value(ids)}::uuid[]`];
  const matches = [
    status && `c.status = ${value(status)}`,
    version !== null && `c.version_number = ${value(version)}`,
    started.from && `c.day >= ${value(utcDay(started.from))}::date`,
    started.before && `c.day < ${value(utcDay(started.before))}::date`,
  ].filter((condition) => !!condition);
  const all = matches.map((condition) => ` and ${condition}`).join("");
  return keptContributions(
    client,
    `${form} and c.position > ${position} and c.session_id <> all(${list})${all}
      union all select ${columns} from analytics.contributions c
      where c.session_id = any(${list}) and ${form} and c.position <= ${position}${all}`,
    values.list,
  );
}

/** Writes contributions at new positions, in the order given. */
export async function writeContributions(
  client: pg.PoolClient,
  contributions: readonly StoredContribution[],
): Promise<void> {
  await client.query({
    name: "write-contributions",
    text: `insert into analytics.contributions as c (session_id, form_id, position, version_number, day, status, facts)
      select w.session_id, w.form_id, nextval('analytics.contribution_position'), w.version_number, w.day, w.status, w.facts
      from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::date[], $5::text[], $6::text[])
        as w (session_id, form_id, version_number, day, status, facts)
      on conflict (session_id) do update set form_id = excluded.form_id, position = excluded.position,
        version_number = excluded.version_number, day = excluded.day, status = excluded.status, facts = excluded.facts`,
    values: [
      contributions.map(({ session_id }) => session_id),
      contributions.map(({ form_id }) => form_id),
      contributions.map(({ version_number }) => version_number),
      contributions.map(({ day }) => day),
      contributions.map(({ status }) => status),
      contributions.map(({ facts }) => JSON.stringify(facts)),
    ],
  });
}

export async function deleteContributions(client: pg.PoolClient, sessionIds: readonly string[]): Promise<void> {
  await client.query("delete from analytics.contributions where session_id = any($1::uuid[])", [sessionIds]);
}
