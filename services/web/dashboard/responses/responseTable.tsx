import { Link } from "@tanstack/react-router";
import type { SessionListItem } from "../../../../shared/domain/shapes/sessions.ts";
import type { ResponsesOrdering } from "../../api/queries/responses.ts";
import { type Column, DataTable } from "../../parts/dataTable.tsx";
import { timeText } from "../../parts/dates.ts";
import { durationText, none, numberText } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import type { ResponsesSearch } from "./responsesSearch.ts";
import { StatusBadge } from "./statusBadge.tsx";

interface Props {
  slug: string;
  /** goes along to a response, which then knows its neighbours */
  search: ResponsesSearch;
  rows: readonly SessionListItem[];
  ordering: ResponsesOrdering;
  onOrder: (ordering: ResponsesOrdering) => void;
}

export const ResponseTable = ({ slug, search, rows, ordering, onOrder }: Props) => (
  <DataTable
    caption={words.title}
    columns={columns(slug, search)}
    rows={rows}
    keyOf={({ id }) => id}
    ordering={ordering}
    onOrder={(field) => onOrder(field as ResponsesOrdering)}
  />
);

const columns = (slug: string, search: ResponsesSearch): Column<SessionListItem>[] => [
  {
    title: words.columns.started,
    field: "started_at",
    cell: ({ id, started_at: started }) => (
      <Link to="/forms/$slug/responses/$id" params={{ slug, id }} search={search}>
        {timeText(started)}
      </Link>
    ),
  },
  { title: words.columns.status, field: "status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: words.columns.score,
    field: "total_score",
    isNumber: true,
    cell: ({ total_score: score }) => numberText(score),
  },
  {
    title: words.columns.answers,
    field: "answers_count",
    isNumber: true,
    cell: ({ answers_count: answers }) => numberText(answers),
  },
  {
    title: words.columns.duration,
    field: "duration_seconds",
    isNumber: true,
    cell: ({ duration_seconds: seconds }) => durationText(seconds),
  },
  {
    title: words.columns.completed,
    field: "completed_at",
    cell: ({ completed_at: completed }) => (completed === null ? none : timeText(completed)),
  },
  {
    title: words.columns.version,
    field: "version_number",
    isNumber: true,
    cell: ({ version_number: version }) => version,
  },
];
