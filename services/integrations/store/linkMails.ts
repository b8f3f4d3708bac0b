import type pg from "pg";
import type { Paging } from "../../../shared/api/paging.ts";
import type { LeftOut } from "../../../shared/api/shapes/linkMails.ts";
import type { LinkMailStatus } from "../../../shared/api/shapes/links.ts";
import type { LinkMailNote } from "../../../shared/bus/contract/sessions.ts";
import { rows, type Target } from "../../../shared/platform/database/rows.ts";

/** A mailing: an invitation to many people, with its reminders. */
export interface MailingRow {
  id: string;
  account_id: string;
  form_id: string;
  form: { slug: string; title: string };
  workspace: string;
  language: string;
  base_url: string;
  name: string | null;
  subject: string;
  text: string;
  reply_to: string | null;
  translations: Record<string, { subject: string; text: string }>;
  remind_after_days: number[];
  left_out: LeftOut;
  cancelled_at: Date | null;
  created: Date;
}

export interface MailingFigures {
  recipients: number;
  sent: number;
  waiting: number;
  failed: number;
  reminders_planned: number;
  has_begun: boolean;
  next_reminder_at: Date | null;
}

const columns = [
  ...[
    "id",
    "account_id",
    "form_id",
    "form",
    "workspace",
    "language",
    "base_url",
    "name",
    "subject",
    "text",
    "reply_to",
  ],
  ...["translations", "remind_after_days", "left_out", "cancelled_at", "created"],
];
const mailingColumns = columns.map((name) => `m.${name}`).join(", ");

/** Numbers of people, and of the reminders that can still follow. */
const figures = `select count(*) filter (where l.turn = 0)::integer as recipients,
    count(*) filter (where l.turn = 0 and l.state = 'sent')::integer as sent,
    count(*) filter (where l.turn = 0 and l.state = 'waiting')::integer as waiting,
    count(*) filter (where l.turn = 0 and l.state = 'failed')::integer as failed,
    coalesce(sum(cardinality(m.remind_after_days) - l.turn + least(l.turn, 1)) filter (where l.state = 'waiting'), 0)::integer
      as reminders_planned,
    coalesce(bool_or(l.tries > 0 or l.state <> 'waiting'), true) as has_begun,
    min(l.due_at) filter (where l.turn > 0 and l.state = 'waiting') as next_reminder_at
  from integrations.link_letters l where l.mailing_id = m.id`;

export async function insertMailing(client: pg.ClientBase, mailing: MailingRow): Promise<void> {
  await client.query(
    `insert into integrations.link_mailings (${columns}) values (${columns.map((_, at) => `$${at + 1}`)})`,
    columns.map((name) => {
      const value = mailing[name as keyof MailingRow];
      return ["form", "translations", "left_out"].includes(name) ? JSON.stringify(value) : value;
    }),
  );
}

/** Adds invitations, and returns how many: a link that another mailing has invited, or whose address was refused, gets none. */
export async function insertInvitations(
  client: pg.ClientBase,
  { id, account_id }: MailingRow,
  linkIds: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `insert into integrations.link_letters (mailing_id, link_id, turn, account_id, state, mail_status, due_at)
      select $1, link_id, 0, $2, 'waiting', 'queued', clock_timestamp() from unnest($3::uuid[]) chosen (link_id)
      where not exists (select from integrations.link_letters l
        where l.link_id = chosen.link_id and (${isInvited} or ${isRefused}))
      order by link_id on conflict do nothing`,
    [id, account_id, linkIds],
  );
  return rowCount ?? 0;
}

/** The mail of a link, from its letters. Sessions hears of a refused address a moment later. */
export interface Mailed {
  /** by a letter that was sent or waits */
  is_invited: boolean;
  is_refused: boolean;
}

const isInvited = "turn = 0 and state in ('waiting', 'sent')";
const isRefused = "mail_status = 'undeliverable'";

/** Returns the mail of each link with letters, at one instant. */
export async function mailedAmong(
  pool: Pick<pg.Pool, "query">,
  linkIds: readonly string[],
): Promise<Map<string, Mailed>> {
  const { rows } = await pool.query<Mailed & { link_id: string }>(
    `select link_id, bool_or(${isInvited}) as is_invited, coalesce(bool_or(${isRefused}), false) as is_refused
      from integrations.link_letters where link_id = any($1::uuid[]) group by link_id`,
    [linkIds],
  );
  return new Map(rows.map(({ link_id, ...mailed }) => [link_id, mailed]));
}

export async function unsubscribedAmong(
  pool: Pick<pg.Pool, "query">,
  accountId: string,
  recipients: readonly string[],
): Promise<Set<string>> {
  const { rows } = await pool.query<{ recipient: string }>(
    "select recipient from integrations.unsubscribed where account_id = $1 and recipient = any($2::text[])",
    [accountId, recipients],
  );
  return new Set(rows.map(({ recipient }) => recipient));
}

export async function unsubscribe(client: pg.ClientBase, accountId: string, recipient: string): Promise<void> {
  await client.query(
    "insert into integrations.unsubscribed (account_id, recipient) values ($1, $2) on conflict do nothing",
    [accountId, recipient],
  );
}

export async function setLeftOut(client: pg.ClientBase, id: string, leftOut: LeftOut): Promise<void> {
  await client.query("update integrations.link_mailings set left_out = $2 where id = $1", [
    id,
    JSON.stringify(leftOut),
  ]);
}

export type MailingWithFigures = MailingRow & MailingFigures;

export async function listMailings(
  pool: Pick<pg.Pool, "query">,
  formId: string,
  { limit, offset, ordering }: Paging,
): Promise<{ count: number; rows: MailingWithFigures[] }> {
  const direction = ordering.descending ? "desc" : "asc";
  const { rows } = await pool.query<MailingWithFigures>(
    `select ${mailingColumns}, f.* from (select * from integrations.link_mailings where form_id = $1
        order by created ${direction}, id ${direction} limit $2 offset $3) m cross join lateral (${figures}) f
      order by m.created ${direction}, m.id ${direction}`,
    [formId, limit, offset],
  );
  const total = await pool.query<{ count: number }>(
    "select count(*)::integer as count from integrations.link_mailings where form_id = $1",
    [formId],
  );
  return { count: total.rows[0]?.count ?? 0, rows };
}

export async function findMailing(
  pool: Pick<pg.Pool, "query">,
  formId: string,
  id: string,
): Promise<MailingWithFigures | null> {
  const { rows } = await pool.query<MailingWithFigures>(
    `select ${mailingColumns}, f.* from integrations.link_mailings m cross join lateral (${figures}) f
      where m.id = $1 and m.form_id = $2`,
    [id, formId],
  );
  return rows[0] ?? null;
}

/** Cancels what isn't sent. True if that changed something. */
export async function cancelMailing(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "update integrations.link_mailings set cancelled_at = clock_timestamp() where id = $1 and cancelled_at is null",
    [id],
  );
  await client.query(
    `update integrations.link_letters set state = 'cancelled', mail_status = null, changes = changes + 1
      where mailing_id = $1 and state = 'waiting'`,
    [id],
  );
  return rowCount === 1;
}

/** Returns SQL that runs the jobs of these mailings, so that sessions hears of their changed letters. */
type Resume = (mailings: string) => string;

const changedIn = (update: string, resume: Resume): string =>
  `with changed as (${update} returning mailing_id, account_id) ${resume("select distinct mailing_id, account_id from changed")}`;

export async function cancelOfLinks(
  pool: Pick<pg.Pool, "query">,
  linkIds: readonly string[],
  resume: Resume,
): Promise<void> {
  const update = `update integrations.link_letters set state = 'cancelled', mail_status = null, changes = changes + 1
    where link_id = any($1::uuid[]) and state = 'waiting'`;
  await pool.query(changedIn(update, resume), [linkIds]);
}

/** Cancels what waits of a form that left the workspace. */
export async function cancelOfForm(
  target: Target,
  { account_id, form_id }: { account_id: string; form_id: string },
  resume: Resume,
): Promise<void> {
  const values = [account_id, form_id];
  const cancel = `update integrations.link_mailings set cancelled_at = coalesce(cancelled_at, clock_timestamp())
    where account_id = $1 and form_id = $2`;
  await rows(target, cancel, values);
  const update = `update integrations.link_letters set state = 'cancelled', mail_status = null, changes = changes + 1
    where state = 'waiting' and mailing_id in (
      select id from integrations.link_mailings where account_id = $1 and form_id = $2)`;
  await rows(target, changedIn(update, resume), values);
}

/** A letter that is due, with its mailing. */
export interface DueLetter {
  link_id: string;
  turn: number;
  tries: number;
  mailing: MailingRow;
}

/** How long an attempt may take before another copy makes it again. */
const lease = "2 minutes";

/** Claims due letters of a mailing. A copy that dies leaves them to the others, when the lease ends. */
export async function claimLetters(
  pool: Pick<pg.Pool, "query">,
  mailingId: string,
  limit: number,
): Promise<DueLetter[]> {
  const { rows } = await pool.query<MailingRow & Omit<DueLetter, "mailing">>({
    name: "claim-link-letters",
    text: `with due as materialized (
        select mailing_id, link_id, turn from integrations.link_letters
        where mailing_id = $3 and state = 'waiting' and due_at <= statement_timestamp()
        order by due_at limit $1 for update skip locked
      ), claimed as (
        update integrations.link_letters l set tries = l.tries + 1, due_at = statement_timestamp() + $2::interval
        from due where (l.mailing_id, l.link_id, l.turn) = (due.mailing_id, due.link_id, due.turn)
        returning l.mailing_id, l.link_id, l.turn, l.tries
      ) select c.link_id, c.turn, c.tries, ${mailingColumns} from claimed c join integrations.link_mailings m on m.id = c.mailing_id`,
    values: [limit, lease, mailingId],
  });
  return rows.map(({ link_id, turn, tries, ...mailing }) => ({ link_id, turn, tries, mailing }));
}

/** Returns in how many ms the next letter of a mailing is due, 0 if one is, and null if none waits. */
export async function msUntilLetter(pool: Pick<pg.Pool, "query">, mailingId: string): Promise<number | null> {
  const { rows } = await pool.query<{ ms: number | null }>(
    `select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as ms
      from integrations.link_letters where mailing_id = $1 and state = 'waiting'`,
    [mailingId],
  );
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(ms, 0);
}

/**
 * Returns whether a claimed letter can be sent now: it still waits, no other copy has claimed it, and its lease lasts longer than an
 * attempt, which takes at most `attemptMs`. A copy that was paused, or whose letter waited for a conversation, may be too late.
 */
export async function isStillOurs(
  pool: Pick<pg.Pool, "query">,
  letter: DueLetter,
  attemptMs: number,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "is-letter-ours",
    text: `select from integrations.link_letters where mailing_id = $1 and link_id = $2 and turn = $3 and state = 'waiting'
      and tries = $4 and due_at > clock_timestamp() + $5 * interval '1 millisecond'`,
    values: [...keyOf(letter), letter.tries, attemptMs],
  });
  return rowCount === 1;
}

/** Gives back a claimed letter that can't be judged now. This attempt doesn't count, so that an outage uses up none. */
export async function giveBack(pool: Pick<pg.Pool, "query">, letter: DueLetter): Promise<void> {
  await pool.query(
    `update integrations.link_letters set tries = tries - 1, due_at = clock_timestamp() + interval '10 seconds'
      where mailing_id = $1 and link_id = $2 and turn = $3 and state = 'waiting' and tries = $4`,
    [...keyOf(letter), letter.tries],
  );
}

export interface LetterChange {
  state: "waiting" | "sent" | "failed" | "skipped";
  /** the state that the link shows. Undefined leaves it while the letter waits, then other letters decide */
  mail_status?: LinkMailStatus;
  /** from now, while it waits */
  delay_ms?: number;
  /** it waits for the next day, and this attempt doesn't count */
  isPostponed?: boolean;
}

const keyOf = ({ mailing, link_id, turn }: DueLetter) => [mailing.id, link_id, turn];

/**
 * Stores what became of a letter. If it was sent and canceled at the same time, it counts as sent, unless another mailing has invited the
 * person since. The next reminder follows a sent letter, its days after the invitation.
 */
export async function settleLetter(client: pg.ClientBase, letter: DueLetter, change: LetterChange): Promise<void> {
  const { state, mail_status = null, delay_ms: delay = 0, isPostponed = false } = change;
  // without it, the link shows what its other letters say
  const shown = `case when mail_status = 'unsubscribed' or ($4 = 'waiting' and $5::text is null) then mail_status else $5 end`;
  const isSent = state === "sent";
  // a cancellation either finds the reminder, or keeps it from being added
  if (isSent) await client.query("select from integrations.link_mailings where id = $1 for share", [letter.mailing.id]);
  const guard = isSent ? "" : "and state = 'waiting'";
  const next = isSent ? `case when ${isInvitedElsewhere} then 'cancelled' else $4 end` : "$4";
  await client.query(
    `update integrations.link_letters set state = ${next}, mail_status = ${shown},
        changes = changes + ($5::text is not null or mail_status is distinct from ${shown})::integer,
        due_at = clock_timestamp() + $6 * interval '1 millisecond', tries = tries - $7::integer,
        sent_at = case when $4 = 'sent' then clock_timestamp() end
      where mailing_id = $1 and link_id = $2 and turn = $3 ${guard}`,
    [...keyOf(letter), state, mail_status, Math.round(delay), isPostponed ? 1 : 0],
  );
  if (!isSent) return;
  await client.query(
    `insert into integrations.link_letters (mailing_id, link_id, turn, account_id, state, due_at, noted)
      select m.id, $2, $3 + 1, m.account_id, 'waiting', first.sent_at + m.remind_after_days[$3 + 1] * interval '24 hours', 1
      from integrations.link_mailings m join integrations.link_letters first
        on first.mailing_id = m.id and first.link_id = $2 and first.turn = 0
      where m.id = $1 and m.cancelled_at is null and first.state = 'sent' and m.remind_after_days[$3 + 1] is not null on conflict do nothing`,
    keyOf(letter),
  );
}

const isInvitedElsewhere = `turn = 0 and exists (select from integrations.link_letters other
  where other.link_id = $2 and other.turn = 0 and other.mailing_id <> $1 and other.state in ('waiting', 'sent'))`;

export interface AttemptRow {
  id: string;
  link_id: string;
  turn: number;
  attempt: number;
  status: "success" | "error" | "skipped";
  response_code: number | null;
  duration_ms: number;
  error_message: string | null;
  next_attempt_at: Date | null;
  created: Date;
}

export async function insertAttempt(
  client: pg.ClientBase,
  letter: DueLetter,
  attempt: Omit<AttemptRow, "link_id" | "turn" | "created">,
): Promise<void> {
  const { id, attempt: number, status, response_code, duration_ms, error_message, next_attempt_at } = attempt;
  await client.query(
    `insert into integrations.link_attempts (mailing_id, link_id, turn, id, attempt, status, response_code, duration_ms,
      error_message, next_attempt_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [...keyOf(letter), id, number, status, response_code, duration_ms, error_message, next_attempt_at],
  );
}

export async function listAttempts(
  pool: Pick<pg.Pool, "query">,
  mailingId: string,
  { limit, offset, ordering }: Paging,
): Promise<{ count: number; rows: AttemptRow[] }> {
  const direction = ordering.descending ? "desc" : "asc";
  const { rows } = await pool.query<AttemptRow>(
    `select id, link_id, turn, attempt, status, response_code, duration_ms, error_message, next_attempt_at, created
      from integrations.link_attempts where mailing_id = $1
      order by created ${direction}, id ${direction} limit $2 offset $3`,
    [mailingId, limit, offset],
  );
  const total = await pool.query<{ count: number }>(
    "select count(*)::integer as count from integrations.link_attempts where mailing_id = $1",
    [mailingId],
  );
  return { count: total.rows[0]?.count ?? 0, rows };
}

/** A letter whose newest change sessions doesn't know, with the state that its link shows then. */
export interface UnnotedLetter extends LinkMailNote {
  mailing_id: string;
  turn: number;
  changes: number;
}

/** A link shows the state of its newest letter that has one. */
export async function unnotedLetters(
  pool: Pick<pg.Pool, "query">,
  mailingId: string,
  limit: number,
): Promise<UnnotedLetter[]> {
  const { rows } = await pool.query<Omit<UnnotedLetter, "last_sent_at"> & { last_sent_at: Date | null }>({
    name: "unnoted-letters",
    text: `with chosen as materialized (
        select mailing_id, link_id, turn, changes from integrations.link_letters
        where mailing_id = $2 and noted < changes limit $1
      ) select c.*, s.* from chosen c cross join lateral (
        select coalesce((array_agg(l.mail_status order by m.created desc, l.turn desc)
            filter (where l.mail_status is not null))[1], 'none') as status,
          max(l.sent_at) as last_sent_at, count(l.sent_at)::integer as sent_count
        from integrations.link_letters l join integrations.link_mailings m on m.id = l.mailing_id
        where l.link_id = c.link_id) s`,
    values: [limit, mailingId],
  });
  return rows.map((row) => ({ ...row, last_sent_at: row.last_sent_at?.toISOString() ?? null }));
}

/** A letter that has changed again stays unnoted. */
export async function markNoted(pool: Pick<pg.Pool, "query">, letters: readonly UnnotedLetter[]): Promise<void> {
  await pool.query({
    name: "mark-noted-letters",
    text: `update integrations.link_letters l set noted = n.changes
      from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[]) as n (mailing_id, link_id, turn, changes)
      where (l.mailing_id, l.link_id, l.turn) = (n.mailing_id, n.link_id, n.turn)`,
    values: [
      letters.map(({ mailing_id }) => mailing_id),
      letters.map(({ link_id }) => link_id),
      letters.map(({ turn }) => turn),
      letters.map(({ changes }) => changes),
    ],
  });
}

/** Returns the newest mailing that a link is part of, for the page that unsubscribes. */
export async function mailingOfLink(pool: Pick<pg.Pool, "query">, linkId: string): Promise<MailingRow | null> {
  const { rows } = await pool.query<MailingRow>(
    `select ${mailingColumns} from integrations.link_letters l join integrations.link_mailings m on m.id = l.mailing_id
      where l.link_id = $1 order by m.created desc limit 1`,
    [linkId],
  );
  return rows[0] ?? null;
}

/** Letters of these links show that their person left. */
export async function noteUnsubscribed(client: pg.ClientBase, linkId: string, resume: Resume): Promise<void> {
  const update = `update integrations.link_letters set mail_status = 'unsubscribed', changes = changes + 1,
      state = case when state = 'waiting' then 'skipped' else state end
    where link_id = $1`;
  await client.query(changedIn(update, resume), [linkId]);
}
