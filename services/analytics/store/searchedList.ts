import type { Page } from "../../../shared/api/paging.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { lookupPerRow } from "../../../shared/platform/database/plannerHints.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { isNarrowed, noFilters } from "../filters.ts";
import { matching, withinRange } from "./conditions.ts";
import { columns, type ListedSession, type ListRow, orderBy, pageOf } from "./list.ts";
import { keyOf, type ListPaging, startedAtUs } from "./pageKey.ts";
import { newValues, read, type Values } from "./read.ts";
import { countLimit, type Found, foundById, foundIn, isOver, queryOf, type Searched } from "./search.ts";
import { matchesByTime } from "./searchByTime.ts";

/**
 * Lists of a search. The index returns all matches of a word together, and in no order. If millions of sessions have the word, that
 * takes longer than a request. So sessions are read in the list's order and looked up in the index one by one, and the index is
 * asked for all matches only if they are rare.
 */

/** Newest sessions, which show how common the words are. */
const sampleSize = 1_000;
/** Words are common if one in this many sessions has them. */
const commonRatio = 8;
/** Maximum sessions that a statement looks up one by one, to count up to the limit. */
const countSpan = 100_000;
/** For fewer, the planner compares sessions with all matches one by one instead of building a hash table. */
const fewestFound = 100;
/** Maximum matches before a page, if there are too many to count. */
const skipLimit = 100_000;

/** Returns a page of matches. Their count is exact up to `countLimit`. */
export async function listSearched(reader: Reader, searched: Searched): Promise<Page<ListedSession>> {
  const { filters, paging } = searched;
  const after = keyOf(paging);
  if (!after) return pageFrom(await matchesOf(reader, searched), paging);
  const started = { ...filters.started, after };
  const { rows } = await matchesOf(reader, {
    ...searched,
    filters: { ...filters, started },
    paging: { ...paging, offset: 0 },
  });
  // the matches before the page count, too
  const { count } = await matchesOf(reader, { ...searched, paging: { ...paging, offset: 0 } });
  return pageFrom({ rows, count }, paging);
}

const pageFrom = ({ rows, count }: Matches, paging: ListPaging): Page<ListedSession> =>
  count > countLimit ? { ...pageOf(rows, countLimit, paging), count_is_exact: false } : pageOf(rows, count, paging);

/** `rows` has one more row if there is a next page. */
interface Matches {
  rows: ListRow[];
  /** exact up to `countLimit` */
  count: number;
}

async function matchesOf(reader: Reader, searched: Searched): Promise<Matches> {
  const { formId, filters, paging } = searched;
  // each worker asks the index for the matches of its sessions, because only one server can stop after some of them
  if (reader.isDistributed) return listFound(reader, searched, await foundIn(reader, formId, filters.words));
  const { ids, isComplete } = await newestMatches(reader, searched);
  if (isComplete) return listFound(reader, searched, foundById(ids));
  const isDeep = paging.offset > skipLimit;
  if (ids.length * commonRatio >= sampleSize && !isDeep) {
    const walked = await walk(reader, searched);
    const isEnough = walked.rows.length > paging.limit && (filters.started.after || walked.count > countLimit);
    if (walked.isComplete || isEnough) return walked;
  }
  const found = await foundIn(reader, formId, filters.words);
  if (found.ids) return listFound(reader, searched, found);
  if (isDeep) throw invalid([tooDeep]);
  return (isByTime(searched) && (await listByTime(reader, searched))) || listFound(reader, searched, found);
}

/** Returns whether matches are sorted and filtered by their start alone. */
const isByTime = ({ filters, paging }: Searched): boolean =>
  paging.ordering.field === "started_at" && !isNarrowed({ ...filters, started: noFilters.started });

async function listByTime(reader: Reader, searched: Searched): Promise<Matches | null> {
  const { filters, paging } = searched;
  const end = paging.offset + paging.limit + 1;
  const isCounted = isNarrowed(filters) && !filters.started.after;
  const matches = await matchesByTime(reader, searched, Math.max(end, isCounted ? countLimit + 1 : 0));
  if (!matches) return null;
  const count = isCounted || matches.isComplete ? matches.ids.length : countLimit + 1;
  const values = newValues();
  const parts = `page as materialized (select unnest(${values.value(matches.ids.slice(paging.offset, end))}::uuid[]) as id),
    counted as (select ${values.value(count)}::integer as count, null::integer as walked)`;
  return readPage(reader, searched, { name: "list-responses-found", parts, values });
}

const tooDeep = `offset: must be at most ${skipLimit} in a search with more than ${countLimit} matches. Filter by date.`;

const onOneServer = { isDistributed: false };

/** Writes the sessions in an order, of which only some are read, and the condition of a match among them. */
function sessionsInOrder({ formId, filters }: Searched, order: string, values: Values) {
  const { status, ...others } = filters;
  const form = values.value(formId);
  // these have an index in the order of time
  const range = withinRange(filters, values);
  const ofStatus = matching({ ...noFilters, status }, values, null, onOneServer);
  const match = matching({ ...others, status: null }, values, null, onOneServer);
  return {
    name: `${range.name}${ofStatus.name}${match.name}`,
    walked: `select s.id, s.status, s.version_number, s.language, s.link_id, s.import_id, s.tags, s.is_flagged from sessions.sessions s
      where s.form_id = ${form}${range.text}${ofStatus.text} order by ${order}`,
    found: `select s.id from walked s cross join lateral ${lookupPerRow("analytics.search", "t.session_id = s.id")} x
      where ${isOver} and x.words @@ ${values.value(queryOf(formId, filters.words))}::tsquery${match.text}`,
  };
}

/** Returns the matches among the newest sessions, and whether there are no others. */
async function newestMatches(reader: Reader, searched: Searched): Promise<{ ids: string[]; isComplete: boolean }> {
  const values = newValues();
  const { name, walked, found } = sessionsInOrder(searched, "s.started_at desc, s.id desc", values);
  const text = `with walked as materialized (${walked} limit ${values.value(sampleSize)})
    select array(${found}) as ids, (select count(*)::integer from walked) as walked`;
  const asked = { name: `search-newest ${name}`, text, values: values.list };
  const [row] = await read<{ ids: string[]; walked: number }>(reader, asked);
  return { ids: row?.ids ?? [], isComplete: (row?.walked ?? 0) < sampleSize };
}

interface Walked extends Matches {
  /** All sessions were read, so the page and the count are exact. */
  isComplete: boolean;
}

/** Looks up sessions in the list's order until `countSpan` are read, or until the page is filled and the limit is counted. */
async function walk(reader: Reader, searched: Searched): Promise<Walked> {
  const { limit, offset, ordering } = searched.paging;
  const values = newValues();
  const { value } = values;
  const order = orderBy(ordering);
  const { name, walked, found } = sessionsInOrder(searched, order.text, values);
  const foundLimit = value(Math.max(offset + limit, searched.filters.started.after ? 0 : countLimit) + 1);
  // this limit ends the lookups early, because PostgreSQL reads rows of a `with` only when they are needed
  const parts = `walked as materialized (${walked} limit ${value(countSpan)}),
    found as materialized (${found} limit ${foundLimit}),
    page as materialized (select id from found limit ${value(limit + 1)} offset ${value(offset)}),
    counted as (
      select f.count, case when f.count < ${foundLimit} then (select count(*)::integer from walked) end as walked
      from (select count(*)::integer from found) f
    )`;
  const { walked: read, ...matches } = await readPage(reader, searched, {
    name: `walk-responses ${name}`,
    parts,
    values,
  });
  return { ...matches, isComplete: read !== null && read < countSpan };
}

/** Returns a page of few matches, which are looked up by their IDs, or of all by a hash table. */
async function listFound(reader: Reader, searched: Searched, found: Found): Promise<Matches> {
  const { formId, filters, paging } = searched;
  const values = newValues();
  const { value } = values;
  const form = value(formId);
  // on Citus, joining ids with sessions would need a lookup per worker
  const ids = reader.isDistributed ? null : found.ids;
  const sessions = ids
    ? `unnest(${value(ids)}::uuid[]) f (id) cross join lateral ${lookupPerRow("sessions.sessions", "t.id = f.id")} s`
    : "sessions.sessions s";
  const [range, match] = [withinRange(filters, values), matching(filters, values, ids ? null : found, reader)];
  const matches = `from ${sessions} where s.form_id = ${form}${ids ? ` and ${isOver}` : ""}${range.text}${match.text}`;
  // few are looked up once for both the page and the count
  const from = ids ? "from matched s" : matches;
  // without other filters, `found` says that there are too many to count
  const count =
    found.ids || isNarrowed(filters)
      ? `select count(*)::integer, null::integer as walked from (select 1 ${from} limit ${countLimit + 1}) m`
      : `select ${countLimit + 1} as count, null::integer as walked`;
  const wanted = paging.limit + 1;
  const parts = `${ids ? `matched as materialized (select ${columns} ${matches}), ` : ""}found as materialized (
      select s.id ${from} order by ${orderBy(paging.ordering).text}
      limit ${value(Math.max(wanted, fewestFound))} offset ${value(paging.offset)}
    ), page as materialized (select id from found limit ${value(wanted)}), counted as (${count})`;
  const name = `search-responses ${found.name}${range.name}${match.name}`;
  return readPage(reader, searched, { name, parts, values });
}

interface Parts {
  name: string;
  /** defines `page` and `counted` */
  parts: string;
  values: Values;
}

type CountedRow = ListRow & { count: number; walked: number | null };

/** Returns the page and its counts, which have a row even if the page is empty. */
async function readPage(
  reader: Reader,
  { paging }: Searched,
  { name, parts, values }: Parts,
): Promise<Matches & { walked: number | null }> {
  const order = orderBy(paging.ordering);
  const text = `with ${parts}
    select c.count, c.walked, s.*
    from counted c left join (
      select ${columns}, ${startedAtUs} as started_at_us from page join sessions.sessions s on s.id = page.id) s on true
    order by ${order.text}`;
  const asked = { name: `${name} ${order.name}`, text, values: values.list };
  const rows = await read<CountedRow>(reader, asked);
  const { count = 0, walked = null } = rows[0] ?? {};
  return { walked, count, rows: rows.filter(({ id }) => id !== null) };
}
