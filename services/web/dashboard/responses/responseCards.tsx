import { Link } from "@tanstack/react-router";
import type { SessionListItem } from "../../../../shared/api/shapes/sessions.ts";
import { loading } from "../../strings/en/dashboard/app.ts";
import { durationText } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { recentTimeText } from "../../ui/dates.ts";
import { Cell } from "./cell.tsx";
import { type CellContent, cellContent } from "./cellContent.ts";
import type { ResponseColumn } from "./columns.ts";
import styles from "./responseCards.module.css";
import type { ListProps } from "./responseTable.tsx";
import { StatusBadge } from "./statusBadge.tsx";

/** The list on a phone: a card per response with its first rating, text and choices. */
export const ResponseCards = ({ slug, search, rows, columns }: ListProps) => (
  <ul className={styles.cards} aria-label={words.title}>
    {rows.map((row) => (
      <li key={row.id}>
        <Link
          to="/forms/$slug/responses/$id"
          params={{ slug, id: row.id }}
          search={search}
          resetScroll={false}
          data-response={row.id}
          className={styles.card}
        >
          <Summary row={row} columns={columns} />
        </Link>
      </li>
    ))}
  </ul>
);

/** Placeholders as high as cards with an answer of each kind. */
export const CardSkeletons = ({ count = 3 }: { count?: number }) => (
  <div role="status" data-cards className={`${styles.cards} ${styles.skeletons}`}>
    <span className="visually-hidden">{loading}</span>
    {Array.from({ length: count }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <div key={at} />
    ))}
  </div>
);

function Summary({ row, columns }: { row: SessionListItem; columns: readonly ResponseColumn[] }) {
  const contents = columns.flatMap((column) => {
    const answer = column.kind === "question" ? row.answers?.[column.nodeId] : undefined;
    return answer && column.kind === "question" ? [cellContent(answer, column.question)] : [];
  });
  const first = (kind: CellContent["kind"]) => contents.find((content) => content?.kind === kind);
  const [rating, text, pills] = [first("rating"), first("text"), first("pills")];
  return (
    <>
      <span className={styles.line}>
        <span className={styles.time}>{recentTimeText(row.started_at, new Date())}</span>
        {row.status !== "completed" && <StatusBadge status={row.status} />}
        {row.reference != null && (
          <strong className={styles.reference} dir="auto">
            {row.reference}
          </strong>
        )}
        {rating && <Cell content={rating} />}
      </span>
      {text?.kind === "text" && (
        <span className={styles.text} dir="auto">
          {text.text}
        </span>
      )}
      <span className={styles.line}>
        {pills && <Cell content={pills} />}
        {row.duration_seconds !== null && <span className={styles.duration}>{durationText(row.duration_seconds)}</span>}
      </span>
    </>
  );
}
