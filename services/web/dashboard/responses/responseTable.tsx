import { Link, useNavigate } from "@tanstack/react-router";
import type { SessionListItem } from "../../../../shared/api/shapes/sessions.ts";
import { select } from "../../strings/en/dashboard/app.ts";
import { durationText, none, numberText } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { recentTimeText, zoneName } from "../../ui/dates.ts";
import { englishName } from "../../ui/languageNames.ts";
import { QuestionIcon } from "../../ui/questionIcon.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { ResponsesOrdering } from "../api/queries/responses.ts";
import { Cell } from "./cell.tsx";
import { cellContent } from "./cellContent.ts";
import { type FactColumn, filterValues, type ResponseColumn } from "./columns.ts";
import type { ResponsesSearch } from "./responsesSearch.ts";
import styles from "./responseTable.module.css";
import { StatusBadge } from "./statusBadge.tsx";

export interface ListProps {
  slug: string;
  /** kept in links to a response, to know its neighbors */
  search: ResponsesSearch;
  rows: readonly SessionListItem[];
  columns: readonly ResponseColumn[];
  /** the response open beside the list, or null */
  openId: string | null;
}

interface Props extends ListProps {
  ordering: ResponsesOrdering;
  selected: ReadonlySet<string>;
  onOrder: (ordering: ResponsesOrdering) => void;
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
}

/** A row per response, which opens it, and a column per question. */
export function ResponseTable({ slug, search, rows, columns, openId, ordering, selected, onOrder, onSelect }: Props) {
  const navigate = useNavigate();
  const now = new Date();
  const filter = (nodeId: string, value: string) => {
    const answer = { ...search.answer, [nodeId]: value };
    void navigate({ to: "/forms/$slug/responses", params: { slug }, search: { ...search, page: undefined, answer } });
  };
  return (
    <Table
      caption={words.title}
      columns={[
        {
          id: "started_at",
          title: words.started,
          heading: <Zoned title={words.started} />,
          field: "started_at",
          cell: (row) => <Started row={row} slug={slug} search={search} />,
        },
        ...columns.map((column) => tableColumn(column, filter)),
      ]}
      rows={rows}
      keyOf={({ id }) => id}
      ordering={ordering}
      // the service orders by these columns alone
      onOrder={(next) => onOrder(next as ResponsesOrdering)}
      selection={{ ids: selected, labelOf: (row) => select(recentTimeText(row.started_at, now)), select: onSelect }}
      openKey={openId}
      onOpen={({ id }) =>
        void navigate({ to: "/forms/$slug/responses/$id", params: { slug, id }, search, resetScroll: false })
      }
    />
  );
}

interface StartedProps extends Pick<Props, "slug" | "search"> {
  row: SessionListItem;
}

const Started = ({ row: { id, status, started_at: started }, slug, search }: StartedProps) => (
  <>
    <Link
      to="/forms/$slug/responses/$id"
      params={{ slug, id }}
      search={search}
      resetScroll={false}
      data-response={id}
      className={styles.link}
    >
      {recentTimeText(started, new Date())}
    </Link>
    {status !== "completed" && <StatusBadge status={status} />}
  </>
);

const tableColumn = (
  column: ResponseColumn,
  onFilter: (nodeId: string, value: string) => void,
): Column<SessionListItem> =>
  column.kind === "question"
    ? {
        id: column.id,
        title: column.title,
        heading: (
          <span className={styles.heading}>
            <QuestionIcon isSmall type={column.type} />
            <span className={styles.title} dir="auto" title={column.title}>
              {column.title}
            </span>
          </span>
        ),
        cell: ({ answers }) => {
          const answer = answers?.[column.nodeId];
          return (
            <Cell
              content={cellContent(answer, column.question)}
              values={filterValues(column, answer)}
              onFilter={(value) => onFilter(column.nodeId, value)}
            />
          );
        },
      }
    : {
        id: column.id,
        title: column.title,
        heading: column.id === "completed_at" ? <Zoned title={column.title} /> : column.title,
        // the service doesn't order by them
        field: column.id === "language" || column.id === "reference" ? undefined : column.id,
        cell: (row) => <Fact id={column.id} row={row} />,
        isNumber: isFigure(column),
      };

const Zoned = ({ title }: { title: string }) => (
  <>
    {title} <span className={styles.zone}>{zoneName()}</span>
  </>
);

const isFigure = ({ id }: FactColumn): boolean => !["status", "completed_at", "language", "reference"].includes(id);

function Fact({ id, row }: { id: FactColumn["id"]; row: SessionListItem }) {
  if (id === "status") return <StatusBadge status={row.status} />;
  if (id === "reference") return row.reference ?? none;
  if (id === "duration_seconds") return durationText(row.duration_seconds);
  if (id === "completed_at") {
    return row.completed_at === null ? none : recentTimeText(row.completed_at, new Date());
  }
  if (id === "language") return row.language === undefined ? none : englishName(row.language);
  return numberText(row[id]);
}
