import type pg from "pg";
import type { Ordering } from "../../../shared/api/paging.ts";
import {
  type LinkCounts,
  type LinkMailStatus,
  type LinkStatus,
  type LinksQuery,
  linkStatuses,
} from "../../../shared/api/shapes/links.ts";
import type { Json } from "../../../shared/domain/json.ts";
import { referenceKey } from "../../../shared/domain/reference.ts";
import { answerTooLarge } from "../../../shared/platform/errors.ts";

/** Personal links (features §15). `now` decides what has expired. */
export interface LinkRow {
  id: string;
  form_id: string;
  /** null if it was erased */
  reference: string | null;
  email: string | null;
  language: string | null;
  hidden: Record<string, string>;
  prefill: Record<string, Json>;
  expires_at: Date | null;
  max_responses: number;
  responses_count: number;
  /** the session that isn't completed */
  open_session: string | null;
  status: LinkStatus;
  mail_status: LinkMailStatus;
  last_sent_at: Date | null;
  sent_count: number;
  was_completed: boolean;
  created: Date;
}

/** SQL of the place of a link's status in `linkStatuses`. The first that holds counts: revoked > completed > expired > started > unused. */
const statusIndex = (now: string): string => `case when link.revoked_at is not null then 4
    when link.completed_count >= link.max_responses then 2
    when link.expires_at <= ${now} then 3
    when link.responses_count > 0 then 1 else 0 end`;
const statusOf = (now: string): string => `('{${linkStatuses}}'::text[])[${statusIndex(now)} + 1]`;

/** For statements that don't need what a person's link has: a thousand links have 50 MB of it or more. */
export const withoutTexts = "'{}'::json as hidden, '{}'::json as prefill";

/** `texts`: SQL of the hidden fields and prefilled answers. */
export const linkColumns = (
  now: string,
  texts = "link.hidden, link.prefill",
): string => `link.id, link.form_id, link.reference, link.email, link.language, ${texts}, link.expires_at, link.max_responses, link.responses_count, link.open_session, link.mail_status,
  link.last_sent_at, link.sent_count, link.was_completed, link.created, ${statusOf(now)} as status`;

export async function findLink(pool: Pick<pg.Pool, "query">, id: string, now: Date): Promise<LinkRow | null> {
  const { rows } = await pool.query<LinkRow>({
    name: "link-by-id",
    text: `select ${linkColumns("$2::timestamptz")} from sessions.links link where link.id = $1`,
    values: [id, now],
  });
  return rows[0] ?? null;
}

/** Returns links of a form in the order of their ids. */
export async function findLinks(
  pool: Pick<pg.Pool, "query">,
  formId: string,
  ids: readonly string[],
  now: Date,
): Promise<LinkRow[]> {
  const { rows } = await pool.query<LinkRow>(
    `select ${linkColumns("$3::timestamptz")} from unnest($2::uuid[]) with ordinality as asked (id, place)
      join sessions.links link on link.id = asked.id and link.form_id = $1 order by asked.place`,
    [formId, ids, now],
  );
  return rows;
}

export interface NewLinkRow {
  id: string;
  reference: string;
  email: string | null;
  language: string | null;
  hidden: Record<string, string>;
  prefill: Record<string, Json>;
  expires_at: Date | null;
  max_responses: number;
}

/** Serializes what adds links to a form, so that its quota is exact. The lock ends with the transaction. */
export async function lockLinks(client: pg.ClientBase, formId: string): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('links ' || $1, 0))", [formId]);
}

export async function countLinks(client: pg.ClientBase, formId: string): Promise<number> {
  const text = "select count(*)::integer as count from sessions.links where form_id = $1";
  return (await client.query<{ count: number }>(text, [formId])).rows[0]?.count ?? 0;
}

/** Returns references that links of the form have, which aren't revoked. */
export async function takenReferences(
  client: pg.ClientBase,
  formId: string,
  references: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ reference: string }>(
    `select reference from sessions.links
      where form_id = $1 and reference_key = any($2::text[]) and revoked_at is null order by reference_key`,
    [formId, references.map(referenceKey)],
  );
  return rows.map(({ reference }) => reference);
}

/** Inserts links in their order: each is a microsecond younger than the one before. */
export async function insertLinks(
  client: pg.ClientBase,
  formId: string,
  links: readonly NewLinkRow[],
  now: Date,
): Promise<LinkRow[]> {
  const { rows } = await client.query<LinkRow>(
    `with link as (
        insert into sessions.links (id, form_id, reference, reference_key, email, language, hidden, prefill, expires_at,
          max_responses, created)
        select id, $1, reference, reference_key, email, language, hidden::json, prefill::json, expires_at, max_responses,
          $2::timestamptz + at * interval '1 microsecond'
        from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[],
          $11::integer[]) with ordinality as row (id, reference, reference_key, email, language, hidden, prefill, expires_at,
          max_responses, at)
        returning *
      ) select ${linkColumns("$2::timestamptz")} from link order by link.created`,
    [
      formId,
      now,
      links.map(({ id }) => id),
      links.map(({ reference }) => reference),
      links.map(({ reference }) => referenceKey(reference)),
      links.map(({ email }) => email),
      links.map(({ language }) => language),
      links.map(({ hidden }) => JSON.stringify(hidden)),
      links.map(({ prefill }) => JSON.stringify(prefill)),
      links.map(({ expires_at }) => expires_at),
      links.map(({ max_responses }) => max_responses),
    ],
  );
  return rows;
}

export interface LinkFilters extends LinksQuery {
  search: string | null;
}

/** SQL of links that match, from values `$1` to `$6`. Reads only the index links_answered. */
export const matchingLinks = `link.form_id = $1
  and ($3::integer[] is null or ${statusIndex("$2::timestamptz")} = any($3::integer[]))
  and ($4::text is null or link.mail_status = $4)
  and ($5::text is null or position($5 in link.reference_key) > 0)
  and not ($6::boolean and link.was_completed)`;

export const matchingValues = (formId: string, { status, mail_status, search }: LinkFilters, now: Date) => [
  formId,
  now,
  status === undefined ? null : statusesOf(status).map((name) => linkStatuses.indexOf(name)),
  mail_status ?? null,
  search === null || search.trim() === "" ? null : referenceKey(search),
  status === "unanswered",
];

/** A link that takes more responses can have a completed one, and so can one whose response was erased. */
const statusesOf = (filter: NonNullable<LinksQuery["status"]>): LinkStatus[] =>
  filter === "unanswered" ? ["unused", "started"] : [filter];

const orderings: Record<string, string> = { reference: "link.reference_key", created: "link.created" };

export interface LinksPage {
  count: number;
  counts: LinkCounts;
  rows: LinkRow[];
}

/** Bytes of hidden fields and prefilled answers that one statement reads. A page with more is read in parts. */
const pageBytes = 1024 * 1024;

/**
 * Returns a page, the number of matches, and the numbers of all links of the form. Throws ANSWER_TOO_LARGE before it reads too much,
 * and the gateway then asks for half of the page: one link can have almost a megabyte.
 */
export async function listLinks(
  pool: Pick<pg.Pool, "query">,
  formId: string,
  filters: LinkFilters,
  { ordering, limit, offset }: { ordering: Ordering; limit: number; offset: number },
  now: Date,
): Promise<LinksPage> {
  const direction = ordering.descending ? "desc" : "asc";
  const order = `${orderings[ordering.field] ?? "link.created"} ${direction}, link.id ${direction}`;
  const values = matchingValues(formId, filters, now);
  const [counted, page] = await Promise.all([
    pool.query<Tally>({ name: "count-links", text: countStatement, values }),
    pool.query<{ id: string; bytes: number }>({
      name: `list-links ${ordering.field} ${direction}`,
      text: `with page as materialized (
          select link.id from sessions.links link where ${matchingLinks} order by ${order} limit $7 offset $8
        ) select link.id, octet_length(link.hidden::text) + octet_length(link.prefill::text) as bytes
        from page join sessions.links link on link.id = page.id order by ${order}`,
      values: [...values, limit, offset],
    }),
  ]);
  const bytes = page.rows.reduce((sum, row) => sum + row.bytes, 0);
  if (bytes > pageBytes && page.rows.length > 1) throw answerTooLarge();
  const ids = page.rows.map(({ id }) => id);
  return { ...totalsOf(counted.rows), rows: await findLinks(pool, formId, ids, now) };
}

/** Links that are alike in all that is counted. */
interface Tally {
  /** its status, times four, then bits for an undeliverable and for a matching one */
  kind: number;
  links: number;
}

/** Judges each link once, as a number: with texts, or a count for each status, PostgreSQL would take twice as long. */
const countStatement = `select (${statusIndex("$2::timestamptz")}) * 4
    + case when link.mail_status = 'undeliverable' and link.revoked_at is null then 2 else 0 end
    + case when ${matchingLinks} then 1 else 0 end as kind, count(*)::integer as links
  from sessions.links link where link.form_id = $1 group by 1`;

function totalsOf(tallies: readonly Tally[]): Omit<LinksPage, "rows"> {
  const totals = {
    count: 0,
    counts: { unused: 0, started: 0, completed: 0, expired: 0, revoked: 0, undeliverable: 0 },
  };
  for (const { kind, links } of tallies) {
    totals.counts[linkStatuses[kind >> 2] ?? "unused"] += links;
    if (kind & 2) totals.counts.undeliverable += links;
    if (kind & 1) totals.count += links;
  }
  return totals;
}

/** A place in the order of creation. */
export interface LinkPosition {
  /** µs since 1970 */
  created_us: string;
  id: string;
}

/** Returns the next links in the order of creation, without hidden fields and prefilled answers. */
export async function linksAfter(
  pool: Pick<pg.Pool, "query">,
  formId: string,
  filters: LinkFilters,
  after: LinkPosition | null,
  limit: number,
  now: Date,
): Promise<(LinkRow & LinkPosition)[]> {
  const { rows } = await pool.query<LinkRow & LinkPosition>({
    name: "links-after",
    text: `select ${linkColumns("$2::timestamptz", withoutTexts)}, (extract(epoch from link.created) * 1000000)::bigint::text as created_us
      from sessions.links link
      where ${matchingLinks} and ($7::bigint is null or (link.created, link.id) >
        (to_timestamp(0) + $7::bigint * interval '1 microsecond', $8::uuid))
      order by link.created, link.id limit $9`,
    values: [...matchingValues(formId, filters, now), after?.created_us ?? null, after?.id ?? null, limit],
  });
  return rows;
}

/** Revokes a link. False if the form has no such link. A repeat changes nothing. */
export async function revokeLink(
  client: pg.ClientBase,
  formId: string,
  id: string,
  now: Date,
): Promise<Revoked | null> {
  const { rows } = await client.query<Revoked>(
    `with old as (select * from sessions.links where id = $1 and form_id = $2 for no key update)
      update sessions.links link set revoked_at = coalesce(link.revoked_at, $3) from old
      where link.id = old.id returning old.revoked_at is null as is_new, old.reference`,
    [id, formId, now],
  );
  return rows[0] ?? null;
}

export interface Revoked {
  is_new: boolean;
  reference: string | null;
}

/** SQL that empties what a person said or is called, in an update of `link`. */
export const erasedColumns = `reference = null, reference_key = null, email = null, language = null, hidden = '{}', prefill = '{}'`;

export async function eraseLink(client: pg.ClientBase, id: string): Promise<void> {
  await client.query(`update sessions.links link set ${erasedColumns} where id = $1`, [id]);
}

/**
 * Frees the place of an erased session, and erases its link if only this session used it. `was_completed` stays, so that people who
 * answered get no reminder.
 */
export async function freePlace(
  client: pg.ClientBase,
  linkId: string,
  { sessionId, isCompleted }: { sessionId: string; isCompleted: boolean },
): Promise<void> {
  await client.query(
    `update sessions.links link set responses_count = responses_count - 1,
        completed_count = completed_count - $3::integer, was_completed = was_completed or $3::integer > 0,
        open_session = nullif(open_session, $2) where id = $1`,
    [linkId, sessionId, isCompleted ? 1 : 0],
  );
  await client.query(`update sessions.links link set ${erasedColumns} where id = $1 and responses_count = 0`, [linkId]);
}

/** Counts the completion of a link's session. */
export async function completePlace(client: pg.ClientBase, linkId: string, sessionId: string): Promise<void> {
  await client.query({
    name: "complete-link",
    text: `update sessions.links set completed_count = completed_count + 1, was_completed = true,
        open_session = nullif(open_session, $2) where id = $1`,
    values: [linkId, sessionId],
  });
}

/** Returns the reference of a link. Null if it was erased. */
export async function referenceOf(pool: Pick<pg.Pool, "query">, linkId: string): Promise<string | null> {
  const { rows } = await pool.query<{ reference: string | null }>({
    name: "link-reference",
    text: "select reference from sessions.links where id = $1",
    values: [linkId],
  });
  return rows[0]?.reference ?? null;
}
