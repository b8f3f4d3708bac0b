import type { CompiledCalculations } from "../../../shared/domain/graph/calculations/compile.ts";
import type { SessionRow } from "../../../shared/domain/sessionDetail.ts";
import type { SessionDetail } from "../../../shared/domain/shapes/sessions.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import type { TableSession } from "../export/csv.ts";
import type { Position, TableOptions } from "../export/cursor.ts";
import type { Filters } from "../filters.ts";
import { matching, withinRange } from "./conditions.ts";
import { type DetailRow, detailColumns, detailOf, isPassed, joinVisits, visitsColumn } from "./detail.ts";
import { newValues, type Readable, read } from "./read.ts";
import { foundOneByOne } from "./search.ts";
import { answerColumns, isAnswer, type TableRow, tableColumns, tableSessionOf } from "./table.ts";

/** Start of an export: the newest version and session. */
interface Beginning {
  /** 0: never published */
  newestVersion: number;
  /** Null without sessions. */
  newest: Omit<Position, "included"> | null;
}

export async function exportBeginning(reader: Reader, formId: string): Promise<Beginning> {
  const [row] = await read<{ newest_version: number; started_at: string | null; id: string | null }>(reader, {
    name: "export-beginning",
    text: `select f.newest_version, s.started_at::text, s.id
      from (select coalesce(max(version_number), 0) as newest_version from sessions.versions where form_id = $1) f
        left join lateral (
          select started_at, id from sessions.sessions where form_id = $1
          order by started_at desc, id desc limit 1) s on true`,
    values: [formId],
  });
  const { newest_version = 0, started_at = null, id = null } = row ?? {};
  return { newestVersion: newest_version, newest: started_at && id ? { startedAt: started_at, id } : null };
}

/** Returns the position of a session in exports of its form, or null if the form has no such session. */
export async function exportedSession(
  reader: Reader,
  formId: string,
  id: string,
): Promise<Omit<Position, "included"> | null> {
  const [row] = await read<{ started_at: string }>(reader, {
    name: "exported-session",
    text: "select started_at::text from sessions.sessions where id = $1 and form_id = $2",
    values: [id, formId],
  });
  return row ? { startedAt: row.started_at, id } : null;
}

export interface SpanOptions {
  formId: string;
  filters: Filters;
  newestVersion: number;
  position: Position;
  /** sessions to read */
  span: number;
  /** maximum sessions to take */
  limit: number;
  /** maximum bytes of their texts together, about. One session is always taken */
  bytes: number;
}

type AnyRow = Pick<SessionRow, "id" | "current_node_id">;

/** The columns read of each session, and how a row becomes a session. */
interface Shape<Row extends AnyRow, Session> {
  /** part of the prepared statement's name */
  name: string;
  columns: string;
  /** Columns of `p`, from the visits `v` of one session that match `condition`. */
  fromVisits: string;
  condition: string;
  sessionOf(row: Row): Session;
  /** bytes around an answer, about: a detail has IDs and times, a table has separators */
  answerOverhead: number;
}

/** `calculationsOf` returns those of a version. */
export const detailShape = (
  calculationsOf: (versionNumber: number) => CompiledCalculations | null,
): Shape<DetailRow, SessionDetail> => ({
  name: "detail",
  columns: detailColumns,
  fromVisits: visitsColumn,
  condition: isPassed,
  sessionOf: (row) => detailOf(row, calculationsOf(row.version_number)),
  answerOverhead: 300,
});

export const tableShape = ({ scores }: Pick<TableOptions, "scores">): Shape<TableRow, TableSession> => ({
  name: scores ? "scores" : "table",
  columns: tableColumns,
  fromVisits: answerColumns(scores),
  condition: isAnswer,
  sessionOf: tableSessionOf,
  answerOverhead: 10,
});

export interface ExportedSession<Session = unknown> {
  id: string;
  session: Session;
  currentNodeId: string;
  /** in microseconds, as PostgreSQL writes it */
  startedAt: string;
  revision: number;
}

export interface Span<Session = unknown> {
  /** matching sessions, newest first */
  sessions: ExportedSession<Session>[];
  /** more match than were taken */
  hasMore: boolean;
  /** the last session read; null: none */
  last: Omit<Position, "included"> | null;
  readCount: number;
}

type ExportRow<Row> = Row & { started_at_text: string; revision: number };
type JoinedRow<Row> = { [K in keyof ExportRow<Row>]: ExportRow<Row>[K] | null } & {
  read_count: number;
  matched: number;
  last_started_at: string;
  last_id: string;
};

type FromVisits = Pick<Shape<AnyRow, unknown>, "fromVisits" | "condition">;

/** Looks up the visits of each session. */
const sessionBySession = ({ fromVisits, condition }: FromVisits) => ({
  cte: "",
  join: joinVisits(fromVisits, condition),
});

/** The same in one read. Citus joins no worker's rows with those of the coordinator. */
const togetherOnCitus = ({ fromVisits, condition }: FromVisits) => ({
  cte: `, p as materialized (
      select v.session_id, ${fromVisits} from sessions.visits v
      where v.session_id = any(array(select id from taken)) and ${condition} group by v.session_id
    )`,
  join: "left join p on p.session_id = s.id",
});

/**
 * Returns the next sessions of an export with their answers, in one statement. It reads `span` sessions, even if few of them match,
 * so no statement runs long, and its result has a limited size.
 */
export async function exportSpan<Row extends AnyRow, Session>(
  reader: Readable,
  shape: Shape<Row, Session>,
  options: SpanOptions,
): Promise<Span<Session>> {
  const { position, filters } = options;
  const values = newValues();
  const { value } = values;
  const found = filters.words.length > 0 ? foundOneByOne(options.formId, filters.words) : null;
  const [range, match] = [withinRange(filters, values), matching(filters, values, found, reader)];
  const visits = reader.isDistributed ? togetherOnCitus(shape) : sessionBySession(shape);
  const compare = position.included ? "<=" : "<";
  const text = `with span as (
      select s.*, (true${match.text}) as is_matching from sessions.sessions s
      where s.form_id = ${value(options.formId)} and s.version_number <= ${value(options.newestVersion)}
        and (s.started_at, s.id) ${compare} (${value(position.startedAt)}::timestamptz, ${value(position.id)}::uuid)
        ${range.text}
      order by s.started_at desc, s.id desc limit ${value(options.span)}
    ), matched as (
      select s.*, count(*) over () as matched,
        sum(s.answers_bytes + ${value(shape.answerOverhead)}::integer * (s.answers_count + 1)) over (
        order by s.started_at desc, s.id desc rows between unbounded preceding and 1 preceding) as before
      from span s where is_matching
    ), taken as (
      select * from matched where coalesce(before, 0) < ${value(options.bytes)}
      order by started_at desc, id desc limit ${value(options.limit)}
    )${visits.cte}, scanned as (
      select started_at, id, count(*) over () as count from span order by started_at, id limit 1
    )
    select l.count::integer as read_count, l.started_at::text as last_started_at, l.id as last_id,
      coalesce(s.matched, 0)::integer as matched, ${shape.columns}, s.revision, s.started_at::text as started_at_text
    from scanned l left join taken s on true ${visits.join}
    order by s.started_at desc, s.id desc`;
  const name = `export-span ${shape.name} ${range.name}${match.name} ${compare}`;
  return spanOf(await read<JoinedRow<Row>>(reader, { name, text, values: values.list }), shape);
}

function spanOf<Row extends AnyRow, Session>(
  rows: JoinedRow<Row>[],
  { sessionOf }: Shape<Row, Session>,
): Span<Session> {
  const [first] = rows;
  if (!first) return { sessions: [], hasMore: false, last: null, readCount: 0 };
  const taken = rows.filter((row): row is JoinedRow<Row> & ExportRow<Row> => row.id !== null);
  return {
    sessions: taken.map((row) => ({
      id: row.id,
      session: sessionOf(row),
      currentNodeId: row.current_node_id,
      startedAt: row.started_at_text,
      revision: row.revision,
    })),
    hasMore: first.matched > taken.length,
    last: { startedAt: first.last_started_at, id: first.last_id },
    readCount: first.read_count,
  };
}

const tableSpan = 1_000;
const tableBytes = 4 * 1024 * 1024;

/** Yields all matching sessions with their answers and points, newest first, many at a time. */
export async function* tableSessions(
  reader: Readable,
  formId: string,
  filters: Filters,
): AsyncGenerator<TableSession[], void> {
  const newestVersion = 2_147_483_647;
  const read = { formId, filters, newestVersion, span: tableSpan, limit: tableSpan, bytes: tableBytes };
  let position: Position = { startedAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff", included: true };
  for (;;) {
    const { sessions, hasMore, last } = await exportSpan(reader, tableShape({ scores: true }), { ...read, position });
    if (sessions.length > 0) yield sessions.map(({ session }) => session);
    const taken = sessions.at(-1);
    const end = hasMore && taken ? { startedAt: taken.startedAt, id: taken.id } : last;
    if (!end) return;
    position = { ...end, included: false };
  }
}
