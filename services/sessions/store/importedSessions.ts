import type pg from "pg";
import { arrayText } from "../../../shared/platform/database/arrays.ts";
import { newOrderedUuid, newOrderedUuids } from "../../../shared/platform/ids.ts";
import type { StorableSession } from "../importing/child.ts";
import { countEach } from "./counts.ts";

/** A row of a file that becomes a session. */
export interface NewImported {
  /** keyed hash of what makes it unique in its form */
  key: string;
  session: StorableSession;
}

/** Common to all sessions of an import. */
export interface ImportedInto {
  importId: string;
  form: { form_id: string; slug: string | null; title: string };
  version: { id: string; version_number: number };
  personalRound: number;
  now: Date;
}

interface StoredSession extends NewImported {
  id: string;
}

/**
 * Stores sessions with their visits, and tells analytics of them. No statement names a single session, so on a distributed database each
 * goes through the coordinator.
 */
export async function insertImported(
  client: pg.ClientBase,
  into: ImportedInto,
  rows: readonly NewImported[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = newOrderedUuids(rows.length);
  const sessions = rows.map((row, at) => ({ ...row, id: ids[at] as string }));
  await insertKeys(client, into, sessions);
  await insertSessions(client, into, sessions);
  await insertVisits(client, sessions);
  await insertEvents(client, into, sessions);
  for (const status of ["completed", "abandoned"] as const) {
    const changed = sessions.filter(({ session }) => session.status === status);
    await countEach(
      client,
      changed.map(({ session }) => ({
        form_id: into.form.form_id,
        was: null,
        became: status,
        completed_at: session.completed_at === null ? null : new Date(session.completed_at),
      })),
    );
  }
}

async function insertKeys(
  client: pg.ClientBase,
  { importId, form }: ImportedInto,
  sessions: readonly StoredSession[],
): Promise<void> {
  await client.query({
    name: "insert-imported",
    text: `insert into sessions.imported (form_id, key, holder, import_id, is_completed)
      select $1, row.key, row.id, $2, row.is_completed
      from unnest($3::text[], $4::uuid[], $5::boolean[]) as row (key, id, is_completed)`,
    values: [
      form.form_id,
      importId,
      sessions.map(({ key }) => key),
      sessions.map(({ id }) => id),
      sessions.map(({ session }) => session.status === "completed"),
    ],
  });
}

async function insertSessions(
  client: pg.ClientBase,
  { importId, form, version, personalRound }: ImportedInto,
  sessions: readonly StoredSession[],
): Promise<void> {
  const rows = sessions.map(({ id, session }) => ({
    id,
    status: session.status,
    revision: 0,
    current_node_id: session.current_node_id,
    current_shown_at: session.at,
    total_score: session.total_score,
    answers_count: session.visits.answers.filter((answer) => answer !== null).length,
    answers_bytes: session.answers_bytes,
    hidden: session.hidden,
    started_at: session.started_at,
    last_activity_at: session.at,
    completed_at: session.completed_at,
    was_abandoned: session.status === "abandoned",
    language: session.language,
    is_untimed: session.is_untimed,
    kept_calculations: session.kept_calculations,
    kept_at: session.kept_calculations && session.at,
    personal_round: session.kept_calculations && personalRound,
  }));
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  await client.query({
    name: "insert-imported-sessions",
    text: `insert into sessions.sessions (form_id, version_id, version_number, import_id, ${columns})
      select $1, $2, $3, $4, ${columns} from json_populate_recordset(null::sessions.sessions, $5::json)`,
    values: [form.form_id, version.id, version.version_number, importId, JSON.stringify(rows)],
  });
}

/** Visits name their session by its place, because a batch has over a thousand. */
async function insertVisits(client: pg.ClientBase, sessions: readonly StoredSession[]): Promise<void> {
  const visits = sessions.map(({ session }) => session.visits);
  await client.query({
    name: "insert-imported-visits",
    text: `insert into sessions.visits
        (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer, score_awarded)
      select ($1::uuid[])[v.place], v.node_id, v.seq, ($2::timestamptz[])[v.place], ($2::timestamptz[])[v.place],
        case when v.answer is not null then gen_random_uuid() end, v.question_type, v.answer::json, v.score_awarded
      from unnest($3::integer[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::integer[])
        as v (place, seq, node_id, question_type, answer, score_awarded)`,
    values: [
      sessions.map(({ id }) => id),
      sessions.map(({ session }) => session.at),
      arrayText(visits.flatMap(({ node_ids }, at) => node_ids.map(() => at + 1))),
      arrayText(visits.flatMap(({ node_ids }) => node_ids.map((_id, seq) => seq))),
      arrayText(visits.flatMap(({ node_ids }) => node_ids)),
      arrayText(visits.flatMap(({ question_types }) => question_types)),
      arrayText(visits.flatMap(({ answers }) => answers)),
      arrayText(visits.flatMap(({ scores }) => scores)),
    ],
  });
}

/** Only analytics follows them: no receiver gets events of an import. */
async function insertEvents(
  client: pg.ClientBase,
  { form, now }: ImportedInto,
  sessions: readonly StoredSession[],
): Promise<void> {
  await client.query({
    name: "insert-imported-events",
    text: `insert into sessions.events (id, type, session_id, form_id, occurred_at, form, acknowledged_at)
      select row.event_id, 'session.' || row.status, row.id, $1, $2, $3::json, $2
      from unnest($4::uuid[], $5::text[], $6::uuid[]) as row (event_id, status, id)`,
    values: [
      form.form_id,
      now,
      JSON.stringify({ id: form.form_id, slug: form.slug, title: form.title }),
      sessions.map(() => newOrderedUuid()),
      sessions.map(({ session }) => session.status),
      sessions.map(({ id }) => id),
    ],
  });
}
