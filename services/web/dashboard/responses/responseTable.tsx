import { Link, useNavigate } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import type { SessionListItem } from "../../../../shared/domain/shapes/sessions.ts";
import { select } from "../../strings/en/dashboard/app.ts";
import { durationText, none, numberText } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { recentTimeText, zoneName } from "../../ui/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { englishName } from "../../ui/languageNames.ts";
import { QuestionIcon } from "../../ui/questionIcon.tsx";
import { SelectPage } from "../../ui/selectPage.tsx";
import type { ResponsesOrdering } from "../api/queries/responses.ts";
import { Cell } from "./cell.tsx";
import { cellContent } from "./cellContent.ts";
import type { FactColumn, ResponseColumn } from "./columns.ts";
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
  const open = (id: string, { target }: MouseEvent) => {
    if (target instanceof Element && target.closest("a, input, label")) return;
    void navigate({ to: "/forms/$slug/responses/$id", params: { slug, id }, search, resetScroll: false });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
    <section className={styles.scroll} aria-label={words.title} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{words.title}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.first} aria-sort={sortOf("started_at", ordering)}>
              <span className={styles.heading}>
                <SelectPage ids={rows.map(({ id }) => id)} selected={selected} onSelect={onSelect} />
                <Order field="started_at" title={words.started} ordering={ordering} onOrder={onOrder} />
              </span>
            </th>
            {columns.map((column) => (
              <Heading key={column.id} column={column} ordering={ordering} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              data-open={row.id === openId || undefined}
              data-selected={selected.has(row.id) || undefined}
              onClick={(event) => open(row.id, event)}
            >
              <First row={row} slug={slug} search={search} isSelected={selected.has(row.id)} onSelect={onSelect} />
              {columns.map((column) => (
                <td key={column.id} data-number={column.kind === "fact" && isFigure(column)}>
                  {column.kind === "question" ? (
                    <Cell content={cellContent(row.answers?.[column.nodeId], column.question)} />
                  ) : (
                    <Fact id={column.id} row={row} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface FirstProps extends Pick<Props, "slug" | "search" | "onSelect"> {
  row: SessionListItem;
  isSelected: boolean;
}

function First({ row: { id, status, started_at: started }, slug, search, isSelected, onSelect }: FirstProps) {
  const time = recentTimeText(started, new Date());
  return (
    <th scope="row" className={styles.first}>
      <span className={styles.heading}>
        <Checkbox isBare label={select(time)} isChecked={isSelected} onChange={(isNow) => onSelect([id], isNow)} />
        <Link
          to="/forms/$slug/responses/$id"
          params={{ slug, id }}
          search={search}
          resetScroll={false}
          data-response={id}
          className={styles.link}
        >
          {time}
        </Link>
        {status !== "completed" && <StatusBadge status={status} />}
      </span>
    </th>
  );
}

function Heading({ column, ordering, onOrder }: { column: ResponseColumn } & Pick<Props, "ordering" | "onOrder">) {
  if (column.kind === "fact") {
    const { id } = column;
    // the service doesn't order by them
    if (id === "language" || id === "reference") return <th scope="col">{column.title}</th>;
    return (
      <th scope="col" data-number={isFigure(column)} aria-sort={sortOf(column.id, ordering)}>
        <Order field={id} title={column.title} ordering={ordering} onOrder={onOrder} />
      </th>
    );
  }
  return (
    <th scope="col" title={column.title}>
      <span className={styles.heading}>
        <QuestionIcon isSmall type={column.type} />
        <span className={styles.title} dir="auto">
          {column.title}
        </span>
      </span>
    </th>
  );
}

function Order({
  field,
  title,
  ordering,
  onOrder,
}: { field: Exclude<FactColumn["id"], "language" | "reference"> | "started_at"; title: string } & Pick<
  Props,
  "ordering" | "onOrder"
>) {
  const sort = sortOf(field, ordering);
  return (
    <button type="button" className={styles.order} onClick={() => onOrder(sort === "descending" ? field : `-${field}`)}>
      {title}
      {(field === "started_at" || field === "completed_at") && <span className={styles.zone}>{zoneName()}</span>}
      {sort && <Icon name={sort === "descending" ? "arrow-down" : "arrow-up"} size={14} />}
    </button>
  );
}

function sortOf(field: string, ordering: string) {
  if (ordering === `-${field}`) return "descending";
  return ordering === field ? "ascending" : undefined;
}

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
