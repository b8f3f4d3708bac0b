import type { Page, Paging } from "../../../shared/domain/paging.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { lookupPerRow } from "../../../shared/platform/database/plannerHints.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { type Filters, isNarrowed, noFilters } from "../filters.ts";
import { matching, withinRange } from "./conditions.ts";
import { columns, type ListedSession, type ListRow, listed, orderBy } from "./list.ts";
import { newValues, read, type Values } from "./read.ts";
import { countLimit, type Found, foundById, foundIn, isOver, queryOf } from "./search.ts";
import { joinAnswers } from "./table.ts";

/**
 * Lists of a search. The index returns all matches of a word together, and in no order. If millions of sessions have the word, that
 * takes longer than a request. So sessions are read in the list's order and looked up in the index one by one, and the index is
 * asked for all matches only if they are rare.
 */
export interface Searched {
  formId: string;
  filters: Filters;
  paging: Pick<Paging, "limit" | "offset" | "ordering">;
  withAnswers?: boolean;
}

/** Newest sessions, which show how common the words are. */
const sampleSize = 1_000;
/** Words are common if one in this many sessions has them. */
const commonRatio = 8;
/** Maximum sessions that a statement looks up one by one, to count up to the limit and to fill a page. */
const countSpan = 100_000;
const pageSpan = 50_000;
/** Maximum matches before a page, if there are too many to count. */
const skipLimit = 100_000;

/** Returns a page of matches. Their count is exact up to `countLimit`. */
export async function listSearched(reader: Reader, searched: Searched): Promise<Page<ListedSession>> {
  const { formId, filters, paging } = searched;
  const { ids, isComplete } = await newestMatches(reader, searched);
  if (isComplete) return listFound(reader, searched, foundById(ids));
  const isDeep = paging.offset > skipLimit;
  if (ids.length * commonRatio >= sampleSize && !isDeep) {
    const walked = await walk(reader, searched, countSpan, countLimit);
    if (walked.isComplete || walked.page.count > countLimit) return bounded(walked.page);
  }
  const found = await foundIn(reader, formId, filters.words);
  if (found.isFew) return listFound(reader, searched, found);
  if (isDeep) throw invalid([tooDeep]);
  if (isNarrowed(filters)) return bounded(await listFound(reader, searched, found));
  const { page } = await walk(reader, searched, pageSpan, 0);
  const isFull = page.results.length === paging.limit;
  return bounded(isFull ? { ...page, count: countLimit + 1 } : await listFound(reader, searched, found));
}

const tooDeep = `offset: must be at most ${skipLimit} in a search with more than ${countLimit} matches. Filter by date.`;

const bounded = (page: Page<ListedSession>): Page<ListedSession> =>
  page.count > countLimit ? { ...page, count: countLimit, count_is_exact: false } : page;

/** Writes the sessions in an order, of which only some are read, and the condition of a match among them. */
function sessionsInOrder({ formId, filters }: Searched, order: string, values: Values) {
  const { status, ...others } = filters;
  const form = values.value(formId);
  // these have an index in the order of time
  const range = withinRange(filters, values);
  const ofStatus = matching({ ...noFilters, status }, values, null);
  const match = matching({ ...others, status: null }, values, null);
  return {
    name: `${range.name}${ofStatus.name}${match.name}`,
    walked: `select s.id, s.status, s.version_number from sessions.sessions s
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

interface Walked {
  page: Page<ListedSession>;
  /** All sessions were read, so the page and the count are exact. */
  isComplete: boolean;
}

/** Looks up sessions in the list's order until `span` are read, or until the page is filled and `countTo` matches are found. */
async function walk(reader: Reader, searched: Searched, span: number, countTo: number): Promise<Walked> {
  const { limit, offset, ordering } = searched.paging;
  const values = newValues();
  const { value } = values;
  const order = orderBy(ordering);
  const { name, walked, found } = sessionsInOrder(searched, order.text, values);
  const foundLimit = value(Math.max(offset + limit, countTo) + 1);
  // this limit ends the lookups early, because PostgreSQL reads rows of a `with` only when they are needed
  const parts = `walked as materialized (${walked} limit ${value(span)}),
    found as materialized (${found} limit ${foundLimit}),
    page as materialized (select id from found limit ${value(limit)} offset ${value(offset)}),
    counted as (
      select f.count, case when f.count < ${foundLimit} then (select count(*)::integer from walked) end as walked
      from (select count(*)::integer from found) f
    )`;
  const { page, walked: read } = await readPage(reader, searched, { name: `walk-responses ${name}`, parts, values });
  return { page, isComplete: read !== null && read < span };
}

/** Returns a page of few matches, or of all by a hash table. */
async function listFound(reader: Reader, searched: Searched, found: Found): Promise<Page<ListedSession>> {
  const { formId, filters, paging } = searched;
  const values = newValues();
  const { value } = values;
  const form = value(formId);
  const [range, match] = [withinRange(filters, values), matching(filters, values, found)];
  const matches = `from sessions.sessions s where s.form_id = ${form}${range.text}${match.text}`;
  // without other filters, `found` says that there are too many to count
  const isCounted = found.isFew || isNarrowed(filters);
  const count = isCounted
    ? `select count(*)::integer, null::integer as walked from (select ${matches} limit ${countLimit + 1}) m`
    : `select ${countLimit + 1} as count, null::integer as walked`;
  const parts = `page as materialized (
      select s.id ${matches} order by ${orderBy(paging.ordering).text}
      limit ${value(paging.limit)} offset ${value(paging.offset)}
    ), counted as (${count})`;
  return (await readPage(reader, searched, { name: `search-responses ${range.name}${match.name}`, parts, values }))
    .page;
}

interface Parts {
  name: string;
  /** defines `page` and `counted` */
  parts: string;
  values: Values;
}

type CountedRow = ListRow & { count: number; walked: number | null };

/** Returns the page and its counts, which have a row even if the page is empty. */
async function readPage(reader: Reader, { paging, withAnswers }: Searched, { name, parts, values }: Parts) {
  const order = orderBy(paging.ordering);
  const text = `with ${parts}
    select c.count, c.walked, s.*${withAnswers ? ", p.answers" : ""}
    from counted c left join (
      select ${columns} from page join sessions.sessions s on s.id = page.id) s on true
      ${withAnswers ? joinAnswers(false) : ""}
    order by ${order.text}`;
  const asked = { name: `${name} ${order.name}${withAnswers ? " answers" : ""}`, text, values: values.list };
  const rows = await read<CountedRow>(reader, asked);
  const { count = 0, walked = null } = rows[0] ?? {};
  return { walked, page: { count, results: rows.filter(({ id }) => id !== null).map(listed) } };
}
