import type { Json } from "../../../shared/domain/json.ts";
import type { Ordering, Page, Paging } from "../../../shared/domain/paging.ts";
import { type SessionRow, sessionListItem } from "../../../shared/domain/sessionDetail.ts";
import type { SessionListItem } from "../../../shared/domain/shapes/sessions.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import type { Filters } from "../filters.ts";
import { matching, withinRange } from "./conditions.ts";
import { newValues, read } from "./read.ts";
import { joinAnswers } from "./table.ts";

/** By field (decisions §1). Only fields of a session in progress can be null. */
const orderings: Record<string, { text: string; nullable?: boolean }> = {
  started_at: { text: "s.started_at" },
  completed_at: { text: "s.completed_at", nullable: true },
  // in seconds, as shown: equal ones are a tie. greatest() would take null for 0
  duration_seconds: {
    text: `case when s.completed_at is not null
      then greatest(0, floor(extract(epoch from s.completed_at - s.started_at))) end`,
    nullable: true,
  },
  total_score: { text: "s.total_score" },
  answers_count: { text: "s.answers_count" },
  status: { text: "s.status" },
  version_number: { text: "s.version_number" },
};

export const columns = "s.id, s.status, s.version_number, s.total_score, s.answers_count, s.started_at, s.completed_at";

export type ListRow = Omit<SessionRow, "current_node_id" | "hidden" | "user_agent"> & {
  count: number;
  answers?: Record<string, Json> | null;
};

/** `stored`: its answers by node ID, if requested. */
export type ListedSession = SessionListItem & { stored?: Record<string, Json> };

/**
 * Returns a page and the count of all matches without a search (searchedList.ts), in one snapshot. A deep page skips many sessions. They are read from an index if it
 * has the columns of the ordering (sessions_listed), and only the page's own rows from the table.
 */
export async function listSessions(
  reader: Reader,
  formId: string,
  filters: Filters,
  paging: Pick<Paging, "limit" | "offset" | "ordering">,
  withAnswers = false,
): Promise<Page<ListedSession>> {
  const values = newValues();
  const form = values.value(formId);
  const [range, match] = [withinRange(filters, values), matching(filters, values, null)];
  const sessions = `from sessions.sessions s where s.form_id = ${form}${range.text}${match.text}`;
  // answers are looked up session by session, so do it once for both the page and the count
  const hasAnswerFilters = filters.answers.length > 0;
  const matched = hasAnswerFilters ? `matched as materialized (select ${columns} ${sessions}),` : "";
  const from = hasAnswerFilters ? "from matched s" : sessions;
  const order = orderBy(paging.ordering);
  const name = `${range.name}${match.name}`;
  const given = [...values.list];
  const rows = await read<ListRow>(reader, {
    name: `list-responses ${name} ${order.name}${withAnswers ? " answers" : ""}`,
    text: `with ${matched} page as materialized (
        select s.id ${from} order by ${order.text}
        limit ${values.value(paging.limit)} offset ${values.value(paging.offset)}
      )
      select ${columns}, (select count(*)::integer ${from}) as count${withAnswers ? ", p.answers" : ""}
      from page join sessions.sessions s on s.id = page.id ${withAnswers ? joinAnswers(false) : ""} order by ${order.text}`,
    values: values.list,
  });
  const [first] = rows;
  if (first || paging.offset === 0) return { count: first?.count ?? 0, results: rows.map(listed) };
  // a page past the end has no rows, so the count needs its own query
  const text = `select count(*)::integer as count ${sessions}`;
  const [total] = await read<{ count: number }>(reader, { name: `count-responses ${name}`, text, values: given });
  return { count: total?.count ?? 0, results: [] };
}

export const listed = (row: ListRow): ListedSession => ({
  ...sessionListItem(row),
  ...(row.answers !== undefined && { stored: row.answers ?? {} }),
});

export function orderBy({ field, descending }: Ordering): { name: string; text: string } {
  const known = Object.hasOwn(orderings, field) ? orderings[field] : undefined;
  if (!known) throw invalid(["ordering: unknown field"]);
  const direction = descending ? "desc" : "asc";
  const nulls = known.nullable ? " nulls last" : "";
  return { name: `${field} ${direction}`, text: `${known.text} ${direction}${nulls}, s.id ${direction}` };
}
