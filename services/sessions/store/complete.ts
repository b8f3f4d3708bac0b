import type { LRUCache } from "lru-cache";
import type pg from "pg";
import type { SessionDetail, SessionStatus } from "../../../shared/api/shapes/sessions.ts";
import type { ExactRules } from "../../../shared/domain/graph/exact.ts";
import { arrayText } from "../../../shared/platform/database/arrays.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import { equalsByIndex, neverLocked } from "../../../shared/platform/database/plannerHints.ts";
import { isLateOnServer } from "../../../shared/platform/deadlines/serverClock.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { countEach, countsCompleted } from "./counts.ts";
import { type Claim, decideClaims, heldBy, insertClaims, type Refused } from "./exact.ts";
import { countedRules, exactForm } from "./exactRules.ts";
import { completePlace } from "./links.ts";
import { asDecided, callOf, type Locked, plainTransaction, type Timed, tryLockDecided } from "./locks.ts";
import { type FormOfEvent, formColumns, insertEvent } from "./newEvents.ts";
import { inOrder, isInTime } from "./sessions.ts";
import type { ShownResults } from "./shownResults.ts";

export interface CompleteWrite {
  sessionId: string;
  revision: number;
  formId: string;
  /** status at `revision` */
  was: SessionStatus;
  now: Date;
  eventId: string;
  /** Returns the completed session, as the event's payload. Only a form with an attachment needs it (attachedForms.ts). */
  session: () => SessionDetail;
  language: string | null;
  /** The personal link that started the session. Its completion needs a plain transaction. */
  linkId?: string | null;
  /** Null or absent if the end screen shows nothing. */
  shownResults?: ShownResults | null;
  /** Returns the session's claims by its form's rules (exact.ts). Absent if it has none. */
  claims?: (rules: ExactRules) => Claim[];
  /** The session's version has such rules, so its completion needs a plain transaction. */
  isExact?: boolean;
}

/**
 * `unattached`: completed, without an event for integrations (attachedForms.ts). `moved`: another step was first. `full`:
 * the form's response_limit is reached. `Refused`: another session has an answer, or the last place.
 */
export type CompleteOutcome = "completed" | "unattached" | "moved" | "full" | Refused;

/** Forms that had no attachment at their last completion, so that the next one makes no payload for nothing. */
export type UnattachedForms = LRUCache<string, true>;

/**
 * Completes sessions that are still at `revision`, with their events. `locked` if another has locked a form with a limit.
 * Null for sessions that are or were locked, for full forms, and for attached ones among `unattached`: completeTogether decides. After `deadline`, a time of the server's clock, it writes nothing and fails (isLateOnServer).
 *
 * Most forms have no limit, so one statement completes their sessions. Only the rest needs the statement for forms with a limit.
 * It isn't left to plain transactions, because concurrent completions would wait for each other's lock (docs/adr/0014).
 */
export async function completeMany(
  pool: Queryable,
  sessions: CompleteWrite[],
  deadline: string,
  unattached?: UnattachedForms,
): Promise<(CompleteOutcome | Locked | null)[]> {
  const ordered = inOrder(sessions);
  const values = (some: CompleteWrite[]) => valuesOf(some, deadline, unattached);
  const outcomes = await completeBy(pool, "complete-sessions", unlimited, values(ordered));
  const others = ordered.filter(({ sessionId }) => !outcomes.has(sessionId));
  if (others.length > 0) {
    const found = await completeBy(pool, "complete-limited-sessions", limited, values(others)).catch((error: Error) => {
      // the others are already written, so only these aren't
      if (outcomes.size > 0 && isLateOnServer(error)) return new Map<string, CompleteOutcome | Locked>();
      throw error;
    });
    for (const [sessionId, outcome] of found) outcomes.set(sessionId, outcome);
  }
  for (const { sessionId, formId } of sessions) {
    if (outcomes.get(sessionId) === "unattached") unattached?.set(formId, true);
    else unattached?.delete(formId);
  }
  return sessions.map(({ sessionId }) => outcomes.get(sessionId) ?? null);
}

async function completeBy(
  pool: Queryable,
  name: string,
  text: string,
  values: unknown[],
): Promise<Map<string, CompleteOutcome | Locked>> {
  const { rows } = await pool.query<{ id: string; is_attached: boolean | null; is_locked?: boolean }>({
    name,
    text,
    values,
  });
  return new Map(
    rows.flatMap(({ id, is_attached, is_locked }): [string, CompleteOutcome | Locked][] => {
      if (is_attached !== null) return [[id, outcomeOf({ is_attached })]];
      return is_locked ? [[id, "locked"]] : [];
    }),
  );
}

const outcomeOf = ({ is_attached }: { is_attached: boolean }): CompleteOutcome =>
  is_attached ? "completed" : "unattached";

const isUncounted = "form.response_limit is null and form.counting_id is null";
/** Neither its completions nor what they have is counted. */
const isUnlimited = `${isUncounted} and not form.is_exact`;
/** The form's row counts its completions. */
const isCounted = `not (${isUncounted})`;
/** The statement for many gives the room. Forms with rules (exact.ts) need plain transactions. */
const isLimited = `${isCounted} and not form.is_exact`;

const wanted = `wanted as (
    select * from unnest($1::uuid[], $2::integer[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::text[], $7::text[],
      $8::text[], $10::text[]) as row (id, revision, form_id, now, event_id, session, was, shown_results, language)
  )`;

const update = `update sessions.sessions session set status = 'completed', completed_at = wanted.now,
      last_activity_at = wanted.now, revision = session.revision + 1, shown_results = wanted.shown_results::json,
      language = wanted.language`;
const isAtRevision = `${equalsByIndex("session.id", "wanted.id")} and session.revision = wanted.revision
      and session.status = wanted.was and ${neverLocked("session")}`;

const hasPayload = "(wanted.session is not null or not form.is_attached)";

const insertEvents = `insert into sessions.events (id, type, session_id, form_id, occurred_at, form, session, acknowledged_at)
    select event_id, 'session.completed', id, form_id, now,
      json_build_object('id', form_id, 'slug', slug, 'title', title),
      case when is_attached then session::json end, case when not is_attached then now end
    from completed
    returning 1`;

/** Locks the forms only against setting a limit. */
const unlimited = `with ${wanted}, forms as materialized (
    select ${formColumns} from sessions.live_forms form where form.form_id = any($3::uuid[]) and ${isUnlimited}
    order by form.form_id for share skip locked
  ), completed as (
    ${update}
    from wanted join forms form on form.form_id = wanted.form_id and ${hasPayload}
    where ${isAtRevision}
    returning wanted.*, form.slug, form.title, form.is_attached
  ), event as (
    ${insertEvents}
  ), ${countsCompleted("completed")}
  select id, is_attached from completed
  -- once, and after every write above
  where (select ${isInTime("$9")} and count(*) >= 0 from event)`;

/** Locks the forms, reads their newest room, and gives it to the first sessions. */
const limited = `with ${wanted}, forms as materialized (
    select ${formColumns}, form.response_limit - form.completed_count as room
    from sessions.live_forms form where form.form_id = any($3::uuid[]) and ${isLimited}
    order by form.form_id for no key update skip locked
  ), admitted as (
    select * from (
      select wanted.*, form.slug, form.title, form.is_attached, form.room,
        row_number() over (partition by form.form_id order by wanted.id) as rank
      from wanted join forms form on form.form_id = wanted.form_id and ${hasPayload}
    ) ranked where room is null or rank <= room
  ), completed as (
    ${update}
    from admitted wanted
    where ${isAtRevision}
    returning wanted.*
  ), tallied as (
    update sessions.live_forms form set completed_count = form.completed_count + tally.completed
    from (select form_id, count(*)::integer as completed from completed group by form_id) tally
    where ${equalsByIndex("form.form_id", "tally.form_id")} and ${isCounted}
    returning 1
  ), event as (
    ${insertEvents}
  ), ${countsCompleted("completed")}
  select wanted.id, completed.is_attached, form.form_id is null and wanted.form_id in (
      select form_id from sessions.live_forms form where form.form_id = any($3::uuid[]) and ${isLimited}) as is_locked
  from wanted left join completed on completed.id = wanted.id left join forms form on form.form_id = wanted.form_id
  -- once, and after every write above
  where (select ${isInTime("$9")} and count(*) >= 0 from (table tallied union all table event) as written)`;

/**
 * Completes any sessions of one form by plain statements, one after another, in one transaction. So very many who want the last places wait for one lock
 * and one commit.
 */
export async function completeTogether(
  pool: pg.Pool,
  sessions: readonly Timed<CompleteWrite>[],
): Promise<(CompleteOutcome | Locked)[]> {
  const deadlines = sessions.flatMap(({ deadline }) => deadline ?? []);
  const deadline = deadlines.length > 0 ? Math.min(...deadlines) : undefined;
  const outcomes = await plainTransaction(pool, callOf({ deadline }), (client) => completeAll(client, sessions));
  return outcomes === "locked" ? sessions.map(() => "locked") : outcomes;
}

/** As completeTogether for one session, in the caller's plain transaction. `locked` if the form's row is, without writes. */
export const completeIn = async (client: pg.ClientBase, session: CompleteWrite): Promise<CompleteOutcome | Locked> =>
  (await completeAll(client, [session]))[0] ?? "locked";

async function completeAll(
  client: pg.ClientBase,
  sessions: readonly CompleteWrite[],
): Promise<(CompleteOutcome | Locked)[]> {
  const [first] = sessions;
  if (!first) return [];
  const { formId, isExact } = first;
  const form = await lockForm(client, formId);
  if (!form) return isExact ? refusedMeanwhile(client, formId, sessions) : sessions.map(() => "locked");
  const exact = form.is_exact ? await exactForm(client, formId) : null;
  const admission = await admit(client, form, exact, sessions);
  const completed: CompleteWrite[] = [];
  const outcomes: (CompleteOutcome | Locked)[] = [];
  for (const session of sessions) {
    const outcome = admission.refusalOf(session) ?? (await completeSession(client, form, session));
    outcomes.push(outcome);
    if (outcome !== "completed" && outcome !== "unattached") continue;
    admission.take(session);
    completed.push(session);
  }
  if (form.is_limited) await addCompleted(client, formId, completed.length);
  if (exact) {
    const rules = countedRules(exact);
    const held = completed.flatMap(({ sessionId, claims }) => heldBy(sessionId, claims?.(rules) ?? []));
    await insertClaims(client, formId, held);
    faultPoint("completion-storing");
  }
  for (const { linkId, sessionId } of completed) if (linkId) await completePlace(client, linkId, sessionId);
  await countEach(
    client,
    completed.map(({ was, now }) => ({ form_id: formId, was, became: "completed", completed_at: now })),
  );
  return outcomes;
}

/** Completes a session that its form takes. `moved` or `locked` without writes. */
async function completeSession(
  client: pg.ClientBase,
  form: LockedForm,
  session: CompleteWrite,
): Promise<CompleteOutcome | Locked> {
  const locked = await tryLockDecided(client, { ...session, status: session.was });
  if (locked === null) return "moved";
  if (locked === "locked") return locked;
  await updateSession(client, session);
  const payload = form.is_attached ? session.session() : null;
  await insertEvent(client, form, { ...session, session: payload, id: session.eventId, type: "session.completed" });
  return outcomeOf(form);
}

interface Admission {
  /** Returns why the form doesn't take this completion: its response limit first, then its rules. */
  refusalOf(session: CompleteWrite): "full" | "moved" | Refused | null;
  take(session: CompleteWrite): void;
}

/** Reads what decides on these completions. */
async function admit(
  client: pg.ClientBase,
  { form_id, room }: Pick<LockedForm, "form_id" | "room">,
  exact: Awaited<ReturnType<typeof exactForm>>,
  sessions: readonly CompleteWrite[],
): Promise<Admission> {
  const rules = exact?.rules;
  const asked = new Map(sessions.map(({ sessionId, claims }) => [sessionId, (rules && claims?.(rules)) ?? []]));
  const deciding = rules ? await decideClaims(client, form_id, rules, asked) : null;
  let left = room ?? Number.POSITIVE_INFINITY;
  const isDeciding = left < sessions.length || deciding !== null;
  const decided = isDeciding
    ? await asDecided(
        client,
        sessions.map((session) => ({ ...session, status: session.was })),
      )
    : null;
  return {
    refusalOf({ sessionId }) {
      const refused = left <= 0 ? "full" : (deciding?.refusalOf(sessionId) ?? null);
      return refused && !decided?.has(sessionId) ? "moved" : refused;
    },
    take({ sessionId }) {
      left -= 1;
      deciding?.take(sessionId);
    },
  };
}

/**
 * Refuses what a form that another has locked takes no more, so that hundreds who come too late don't wait for the lock. `locked` for
 * what it may still take.
 */
async function refusedMeanwhile(
  client: pg.ClientBase,
  formId: string,
  sessions: readonly CompleteWrite[],
): Promise<(CompleteOutcome | Locked)[]> {
  const { rows } = await client.query<Pick<LockedForm, "form_id" | "room">>({
    name: "room-of-form",
    text: "select form_id, response_limit - completed_count as room from sessions.live_forms where form_id = $1",
    values: [formId],
  });
  const [form] = rows;
  const admission = form && (await admit(client, form, await exactForm(client, formId), sessions));
  return sessions.map((session) => {
    const refused = admission?.refusalOf(session) ?? null;
    return refused === null || refused === "moved" ? "locked" : refused;
  });
}

export interface LockedForm extends FormOfEvent {
  /** Its row counts completions. */
  is_limited: boolean;
  /** It has unique answers or places of options. */
  is_exact: boolean;
  /** Null without a limit. */
  room: number | null;
}

/** Locks a form for a completion. Undefined if another has locked it. */
export const lockForm = async (client: pg.ClientBase, formId: string): Promise<LockedForm | undefined> =>
  (await lockUnlimited(client, formId)) ?? (await lockLimited(client, formId));

/** Locks the form only against setting a limit. */
async function lockUnlimited(client: pg.ClientBase, formId: string): Promise<LockedForm | undefined> {
  const { rows } = await client.query<LockedForm>({
    name: "lock-unlimited-form",
    text: `select ${formColumns}, false as is_limited, false as is_exact, null::integer as room from sessions.live_forms form
      where form.form_id = $1 and ${isUnlimited} for share skip locked`,
    values: [formId],
  });
  return rows[0];
}

async function lockLimited(client: pg.ClientBase, formId: string): Promise<LockedForm | undefined> {
  const { rows } = await client.query<LockedForm>({
    name: "lock-limited-form",
    text: `select ${formColumns}, ${isCounted} as is_limited, form.is_exact, form.response_limit - form.completed_count as room
      from sessions.live_forms form
      where form.form_id = $1 and not (${isUnlimited})
      for no key update skip locked`,
    values: [formId],
  });
  return rows[0];
}

async function updateSession(
  client: pg.ClientBase,
  { sessionId, now, shownResults, language }: CompleteWrite,
): Promise<void> {
  await client.query({
    name: "complete-session",
    text: `update sessions.sessions set status = 'completed', completed_at = $2, last_activity_at = $2,
      revision = revision + 1, shown_results = $3::json, language = $4 where id = $1`,
    values: [sessionId, now, shownResults ? JSON.stringify(shownResults) : null, language],
  });
}

async function addCompleted(client: pg.ClientBase, formId: string, count: number): Promise<void> {
  if (count === 0) return;
  await client.query({
    name: "add-completed",
    text: "update sessions.live_forms set completed_count = completed_count + $2 where form_id = $1",
    values: [formId, count],
  });
}

const valuesOf = (sessions: CompleteWrite[], deadline: string, unattached?: UnattachedForms): unknown[] => [
  arrayText(sessions.map((session) => session.sessionId)),
  arrayText(sessions.map((session) => session.revision)),
  arrayText(sessions.map((session) => session.formId)),
  arrayText(sessions.map((session) => session.now)),
  arrayText(sessions.map((session) => session.eventId)),
  arrayText(sessions.map(({ formId, session }) => (unattached?.has(formId) ? null : JSON.stringify(session())))),
  arrayText(sessions.map((session) => session.was)),
  arrayText(sessions.map(({ shownResults }) => (shownResults ? JSON.stringify(shownResults) : null))),
  deadline,
  arrayText(sessions.map(({ language }) => language)),
];
