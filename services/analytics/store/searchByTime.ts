import type { Reader } from "../../../shared/platform/database/open.ts";
import { lookupPerRow } from "../../../shared/platform/database/plannerHints.ts";
import { withinRange } from "./conditions.ts";
import { hourWord } from "./formWords.ts";
import { orderBy } from "./list.ts";
import { newValues, read } from "./read.ts";
import { isOver, queryIn, type Searched } from "./search.ts";
import { hasNoHour } from "./searchIndex.ts";

/**
 * Matches in order of their start, for words that many sessions have, but not the newest ones. The words' index has the hour of each
 * session, too. So it is asked period by period. A period is the start of such an hour: `2026`, `2026-1`, `2026-11`, `2026-11-2` ….
 */
interface Matches {
  ids: string[];
  /** these are all */
  isComplete: boolean;
}

/** Matches of a period that are read together. A period with more is split, except an hour. */
const periodLimit = 10_000;

/** Returns `wanted` matches, first ones first, or all if there are fewer. Null while there are sessions without an hour. */
export async function matchesByTime(reader: Reader, searched: Searched, wanted: number): Promise<Matches | null> {
  const ends = await endsOf(reader, searched);
  if (!ends) return null;
  const { descending } = searched.paging.ordering;
  const first = descending ? ends.newest : ends.oldest;
  const next: string[] = [];
  const push = (periods: string[]) => {
    const inRange = periods.filter((period) => overlaps(period, ends));
    next.push(...(descending ? inRange : inRange.toReversed()));
  };
  push(partsOf(commonStart(ends)));
  const ids: string[] = [];
  for (let period = next.pop(); period !== undefined && ids.length < wanted; period = next.pop()) {
    // periods grow from the first hour on: a count takes as long as its period has sessions, whether or not they match
    const isFirst = first.startsWith(period) && !isHour(period);
    const count = isFirst || isHour(period) ? 1 : await countIn(reader, searched, period);
    if (isFirst || count > periodLimit) push(partsOf(period));
    else if (count > 0) ids.push(...(await matchesIn(reader, searched, period, wanted - ids.length)));
    if (ids.length >= wanted) return { ids, isComplete: false };
  }
  return { ids, isComplete: true };
}

/** The hours of the first and last session, such as `2026-11-22T10`. */
interface Ends {
  oldest: string;
  newest: string;
}

async function endsOf(reader: Reader, { formId, filters }: Searched): Promise<Ends | null> {
  const values = newValues();
  const form = values.value(formId);
  const range = withinRange(filters, values);
  const end = (direction: string) => `(select to_char(s.started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24')
    from sessions.sessions s where s.form_id = ${form}${range.text}
    order by s.started_at ${direction}, s.id ${direction} limit 1)`;
  const [row] = await read<Ends & { is_outdated: boolean }>(reader, {
    name: `search-ends ${range.name}`,
    text: `select exists (select from analytics.search where ${hasNoHour}) as is_outdated,
      coalesce(${end("asc")}, '1') as oldest, coalesce(${end("desc")}, '0') as newest`,
    values: values.list,
  });
  return row && !row.is_outdated ? row : null;
}

const hourLength = "2026-11-22T10".length;

const isHour = (period: string): boolean => period.length === hourLength;

function commonStart({ oldest, newest }: Ends): string {
  const differs = [...oldest].findIndex((character, at) => character !== newest[at]);
  return oldest.slice(0, differs < 0 ? hourLength : differs);
}

const lastDigits: Record<number, number> = { 5: 1, 8: 3, 11: 2 };

/** Returns the periods that are one digit longer. */
function partsOf(start: string): string[] {
  if (isHour(start)) return [start];
  const separator = { 4: "-", 7: "-", 10: "T" }[start.length] ?? "";
  const last = lastDigits[start.length + separator.length] ?? 9;
  return Array.from({ length: last + 1 }, (_, digit) => `${start}${separator}${digit}`);
}

const overlaps = (period: string, { oldest, newest }: Ends): boolean =>
  period >= oldest.slice(0, period.length) && period <= newest.slice(0, period.length);

const wordsIn = ({ formId, filters }: Searched, period: string): string =>
  queryIn(`'${hourWord(formId, period)}':*`, filters.words);

/** Returns the number of rows up to one more than the limit. */
async function countIn(reader: Reader, searched: Searched, period: string): Promise<number> {
  const [row] = await read<{ count: number }>(reader, {
    name: "search-period",
    text: `select count(*)::integer as count
      from (select from analytics.search where words @@ $1::tsquery limit ${periodLimit + 1}) m`,
    values: [wordsIn(searched, period)],
  });
  return row?.count ?? 0;
}

async function matchesIn(reader: Reader, searched: Searched, period: string, limit: number): Promise<string[]> {
  const values = newValues();
  const { value } = values;
  const range = withinRange(searched.filters, values);
  const order = orderBy(searched.paging.ordering);
  const rows = await read<{ id: string }>(reader, {
    name: `search-in-period ${range.name} ${order.name}`,
    text: `select s.id from (select session_id from analytics.search
        where words @@ ${value(wordsIn(searched, period))}::tsquery offset 0) x
      cross join lateral ${lookupPerRow("sessions.sessions", "t.id = x.session_id")} s
      where ${isOver}${range.text} order by ${order.text} limit ${value(limit)}`,
    values: values.list,
  });
  return rows.map(({ id }) => id);
}
