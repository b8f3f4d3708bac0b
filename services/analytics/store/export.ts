import type { SessionRow } from "../../../shared/api/sessionDetail.ts";
import type { ResponseDetail } from "../../../shared/api/shapes/sessions.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import type { Filters } from "../filters.ts";
import { matching, withinRange } from "./conditions.ts";
import {
  annotationColumns,
  type DetailRow,
  detailColumns,
  detailOf,
  isPassed,
  joinVisits,
  visitsColumn,
} from "./detail.ts";
import { withReferences } from "./links.ts";
import { newValues, type Readable, read } from "./read.ts";
import { foundOneByOne } from "./search.ts";
import {
  answerColumns,
  isAnswer,
  isAnswerOrScore,
  type TableRow,
  type TableSession,
  tableColumns,
  tableSessionOf,
  timeText,
} from "./table.ts";

/** Sessions are exported newest first. The next one is at this position or after it. */
export interface Position {
  /** in microseconds, as PostgreSQL writes it */
  startedAt: string;
  id: string;
  /** false: the session at this position is done */
  included: boolean;
}

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

type AnyRow = Pick<SessionRow, "id" | "current_node_id"> & { link_id?: string | null };

/** The columns read of each session, and how a row becomes a session. */
interface Shape<Row extends AnyRow, Session> {
  /** part of the prepared statement's name */
  name: string;
  columns: string;
  /** Columns of `p`, from the visits `v` of one session that match `condition`. */
  fromVisits: string;
  condition: string;
  sessionOf(row: Row): Session;
  /** bytes of a session without answers, about */
  sessionOverhead: number;
  /** bytes around an answer, about: a detail has IDs and times, a table has separators or XML */
  answerOverhead: number;
}

/** Sessions without calculations. */
export const detailShape = (): Shape<DetailRow, ResponseDetail> => ({
  name: "detail",
  columns: detailColumns,
  fromVisits: visitsColumn,
  condition: isPassed,
  sessionOf: detailOf,
  sessionOverhead: 300,
  answerOverhead: 300,
});

/** `isSheet`: each cell of a workbook is an XML element. */
export const tableShape = (
  { scores, annotations = false }: { scores: boolean; annotations?: boolean },
  isSheet = false,
): Shape<TableRow, TableSession> => ({
  name: `${scores ? "scores" : "table"}${annotations ? " annotated" : ""}`,
  columns: annotations ? `${tableColumns}, ${annotationColumns}` : tableColumns,
  fromVisits: answerColumns(scores),
  condition: scores ? isAnswerOrScore : isAnswer,
  sessionOf: tableSessionOf,
  sessionOverhead: isSheet ? 500 : 110,
  answerOverhead: isSheet ? 60 : 10,
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
  /** position after these sessions and those that don't match; null at the end of the form */
  next: Position | null;
  /** more sessions match than were taken */
  hasMore: boolean;
  /** bytes of the texts of all matching sessions, about */
  bytes: number;
}

/** Counts of all sessions that a statement read, in its last row. */
interface Ending {
  read: number;
  matched: number;
  bytes: number;
  /** The row is one of the matching sessions. */
  is_taken: boolean;
}

type ExportRow<Row> = Row & { started_at_text: string; revision: number; ending: Ending | null };

type FromVisits = Pick<Shape<AnyRow, unknown>, "fromVisits" | "condition">;

/** Looks up the visits of each session. */
const sessionBySession = ({ fromVisits, condition }: FromVisits) => ({
  span: "",
  cte: "",
  join: joinVisits(fromVisits, condition),
});

/** The same in one read. Citus joins no worker's rows with those of the coordinator. */
const togetherOnCitus = ({ fromVisits, condition }: FromVisits) => ({
  span: "materialized",
  cte: `, p as materialized (
      select v.session_id, ${fromVisits} from sessions.visits v
      where v.session_id = any(array(select id from counted where is_taken or is_last)) and ${condition} group by v.session_id
    )`,
  join: "left join p on p.session_id = s.id",
});

/**
 * Returns the next sessions of an export with their answers, in one statement. It reads `span` sessions, even if few of them match,
 * so no statement runs long, and its result has a limited size. Nothing is sorted, so rows are parsed while PostgreSQL reads others.
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
  const overhead = `${value(shape.sessionOverhead)}::integer + ${value(shape.answerOverhead)}::integer * answers_count`;
  const text = `with span as ${visits.span} (
      select s.*, (true${match.text}) as is_matching from sessions.sessions s
      where s.form_id = ${value(options.formId)} and s.version_number <= ${value(options.newestVersion)}
        and (s.started_at, s.id) ${compare} (${value(position.startedAt)}::timestamptz, ${value(position.id)}::uuid)
        ${range.text}
      order by s.started_at desc, s.id desc limit ${value(options.span)}
    ), summed as (
      select *, lead(id) over w is null as is_last, count(*) over w as read,
        count(*) filter (where is_matching) over w as matched,
        sum(answers_bytes + ${overhead}) filter (where is_matching) over w as bytes
      from span window w as (order by started_at desc, id desc rows unbounded preceding)
    ), counted as (
      select *, is_matching and matched <= ${value(options.limit)}
        and (matched = 1 or bytes < ${value(options.bytes)}) as is_taken from summed
    )${visits.cte}
    select ${shape.columns}, s.revision, ${timeText("s.started_at")} as started_at_text,
      case when s.is_last then json_build_object(
        'read', s.read, 'matched', s.matched, 'bytes', coalesce(s.bytes, 0), 'is_taken', s.is_taken) end as ending
    from counted s ${visits.join}
    where s.is_taken or s.is_last
    order by s.started_at desc, s.id desc`;
  const name = `export-span ${shape.name} ${range.name}${match.name} ${compare}`;
  const rows = await read<ExportRow<Row>>(reader, { name, text, values: values.list });
  return spanOf(await withReferences(reader, rows), shape, options);
}

function spanOf<Row extends AnyRow, Session>(
  rows: ExportRow<Row>[],
  { sessionOf }: Shape<Row, Session>,
  { span }: SpanOptions,
): Span<Session> {
  const last = rows.at(-1);
  if (!last?.ending) return { sessions: [], next: null, hasMore: false, bytes: 0 };
  const { read, matched, bytes, is_taken } = last.ending;
  const taken = is_taken ? rows : rows.slice(0, -1);
  const hasMore = matched > taken.length;
  const end = hasMore ? taken.at(-1) : last;
  const isEnd = read < span && !hasMore;
  return {
    sessions: taken.map((row) => ({
      id: row.id,
      session: sessionOf(row),
      currentNodeId: row.current_node_id,
      startedAt: row.started_at_text,
      revision: row.revision,
    })),
    next: end && !isEnd ? { startedAt: end.started_at_text, id: end.id, included: false } : null,
    hasMore,
    bytes,
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
  const shape = tableShape({ scores: true });
  let position: Position | null = { startedAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff", included: true };
  while (position) {
    const span: Span<TableSession> = await exportSpan(reader, shape, { ...read, position });
    if (span.sessions.length > 0) yield span.sessions.map(({ session }) => session);
    position = span.next;
  }
}
