import type { Ordering, Page, Paging } from "../../../shared/api/paging.ts";
import { type SessionRow, sessionListItem } from "../../../shared/api/sessionDetail.ts";
import type { SessionListItem, SessionStatus } from "../../../shared/api/shapes/sessions.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { type Filters, isNarrowed, noFilters } from "../filters.ts";
import { matching, withinRange } from "./conditions.ts";
import { countRolled } from "./countRolled.ts";
import { durationSql } from "./durations.ts";
import { isIndexedByScore, pageByScore } from "./listByScore.ts";
import { isAfter, keyOf, type ListPaging, startedAtUs, writeKey } from "./pageKey.ts";
import { newValues, read, type Values } from "./read.ts";

/** By field (decisions §1). Only fields of a session in progress can be null. */
const orderings: Record<string, { text: string; nullable?: boolean }> = {
  started_at: { text: "s.started_at" },
  completed_at: { text: "s.completed_at", nullable: true },
  // in seconds, as shown: equal ones are a tie. greatest() would take null for 0
  duration_seconds: {
    text: `case when s.completed_at is not null then ${durationSql} end`,
    nullable: true,
  },
  total_score: { text: "s.total_score" },
  answers_count: { text: "s.answers_count" },
  status: { text: "s.status" },
  version_number: { text: "s.version_number" },
};

export const columns =
  "s.id, s.status, s.version_number, s.total_score, s.answers_count, s.answers_bytes, s.started_at, s.completed_at, s.link_id, s.answers_revision, s.edited_at, s.import_id, s.is_untimed";

export type ListRow = Omit<SessionRow, "current_node_id" | "hidden" | "user_agent" | "language"> & {
  count: number;
  answers_bytes: number;
  link_id: string | null;
  started_at_us: string;
};

export type ListedSession = SessionListItem & { answers_bytes: number; link_id?: string };

/**
 * Returns a page and the count of all matches, in one snapshot. A page by `offset` skips sessions. They are read from an index if
 * it has the columns of the ordering (sessions_listed), and only the page's own rows from the table. A page that starts after a
 * session skips none.
 */
export async function listSessions(
  reader: Reader,
  formId: string,
  filters: Filters,
  paging: ListPaging,
): Promise<Page<ListedSession>> {
  const values = newValues();
  const form = values.value(formId);
  const [range, match] = [withinRange(filters, values), matching(filters, values, null, reader)];
  const sessions = `from sessions.sessions s where s.form_id = ${form}${range.text}${match.text}`;
  // filters look up answers session by session, so do it once for both the page and the count
  const hasAnswerFilters = filters.answers.length > 0;
  const matched = hasAnswerFilters ? `matched as materialized (select ${columns} ${sessions}),` : "";
  const from = hasAnswerFilters ? "from matched s where true" : sessions;
  const directly = `(select count(*)::integer ${from})`;
  // rollups are on the coordinator of Citus, which can't join them with sessions there
  const count = reader.isDistributed && !isCounted(filters) ? directly : countOf(form, filters, values, directly);
  const isRolled = count.includes("rollups") ? "rolled" : "";
  const order = orderBy(paging.ordering);
  // the statuses have different columns in slots
  const name = `${range.name}${match.name}${filters.status ?? ""}${isRolled}`;
  const given = [...values.list];
  const { value } = values;
  const key = keyOf(paging);
  const after = key && isAfter(key, value);
  const byScore = await isIndexedByScore(reader, formId, filters, paging);
  const page = byScore
    ? pageByScore(form, match.text, { ...paging, limit: paging.limit + 1 }, values)
    : `select s.id ${from} ${after ? `and ${after}` : ""} order by ${order.text}
        limit ${value(paging.limit + 1)} offset ${value(after ? 0 : paging.offset)}`;
  const kind = `${after ? " after" : ""}${byScore ? " indexed" : ""}`;
  const rows = await read<ListRow>(reader, {
    name: `list-responses ${name} ${order.name}${kind}`,
    text: `with ${matched} page as materialized (${page})
      select ${columns}, ${startedAtUs} as started_at_us, ${count} as count
      from page join sessions.sessions s on s.id = page.id order by ${order.text}`,
    values: values.list,
  });
  const [first] = rows;
  if (first || (paging.offset === 0 && !after)) return pageOf(rows, first?.count ?? 0, paging);
  // a page past the end has no rows, so the count needs its own query
  const own = isCounted(filters)
    ? { text: `select ${count} as count`, values: [formId] }
    : { text: `${matched && `with ${matched.slice(0, -1)}`} select ${count} as count`, values: given };
  const [total] = await read<{ count: number }>(reader, { name: `count-responses ${name}`, ...own });
  return pageOf([], total?.count ?? 0, paging);
}

/** `rows` has one more row if there is a next page. */
export function pageOf(
  rows: readonly ListRow[],
  count: number,
  { limit, ordering }: Pick<Paging, "limit" | "ordering">,
): Page<ListedSession> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = ordering.field === "started_at" && { next_after: rows.length > limit && last ? writeKey(last) : null };
  return { count, results: shown.map(listed), ...next };
}

/** Returns whether the sessions service has the number of these sessions (docs/adr/0014). */
const isCounted = (filters: Filters): boolean =>
  !isNarrowed({ ...filters, status: null }) && filters.words.length === 0;

/** Returns SQL of the number of sessions. `counted` counts all of them, which takes as long as there are many. */
function countOf(form: string, filters: Filters, values: Values, counted: string): string {
  if (isCounted(filters)) return countInSlots(form, filters);
  const { started } = noFilters;
  const isRolled = !isNarrowed({ ...filters, status: null, version: null, started });
  return (isRolled && countRolled(form, filters, values, counted)) || counted;
}

const countInSlots = (form: string, { status }: Filters): string =>
  `(select coalesce(sum(${status ? slotColumns[status] : Object.values(slotColumns).join(" + ")}), 0)::integer
    from sessions.form_counts where form_id = ${form} and day = '-infinity')`;

const slotColumns: Record<SessionStatus, string> = {
  in_progress: "in_progress",
  completed: "completed",
  abandoned: "abandoned",
};

const listed = (row: ListRow): ListedSession => ({
  ...sessionListItem(row),
  answers_bytes: row.answers_bytes,
  ...(row.link_id && { link_id: row.link_id }),
});

export function orderBy({ field, descending }: Ordering): { name: string; text: string } {
  const known = Object.hasOwn(orderings, field) ? orderings[field] : undefined;
  if (!known) throw invalid(["ordering: unknown field"]);
  const direction = descending ? "desc" : "asc";
  const nulls = known.nullable ? " nulls last" : "";
  return {
    name: `${field} ${direction}`,
    text: `${known.text} ${direction}${nulls}, s.id ${direction}`,
  };
}
