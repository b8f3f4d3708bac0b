import { Link } from "@tanstack/react-router";
import type { SessionListItem } from "../../../../shared/api/shapes/sessions.ts";
import { loading } from "../../strings/en/dashboard/app.ts";
import { durationText } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { recentTimeText } from "../../ui/dates.ts";
import { QuestionIcon } from "../../ui/questionIcon.tsx";
import { Cell } from "./cell.tsx";
import { type CellContent, cellContent, isRating } from "./cellContent.ts";
import type { QuestionColumn } from "./columns.ts";
import styles from "./responseCards.module.css";
import type { ListProps } from "./responseTable.tsx";
import { StatusBadge } from "./statusBadge.tsx";

/** The list on a phone: a card per response with who answered, and its first rating, comment and choices. */
export function ResponseCards({ slug, search, rows, columns }: ListProps) {
  // in the same order, and with the same rating, in all cards
  const questions = columns.filter((column) => column.kind === "question").toSorted(byPlace);
  const rated = questions.find(({ type }) => isRating(type));
  const named = questions.find(({ type }) => naming.has(type));
  return (
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
            <Summary row={row} questions={questions} rated={rated} named={named} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

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

/** A comment comes before other answers. A matrix comes last, because its rows read alike in all cards. */
const places: Readonly<Record<string, number>> = { long_text: 0, matrix: 2 };
const placeOf = ({ type }: QuestionColumn): number => places[type] ?? 1;
const byPlace = (a: QuestionColumn, b: QuestionColumn): number => placeOf(a) - placeOf(b);

/** Characters beside the duration at 320 px. */
const pillRoom = 26;

/** Types of the answer that tells people apart. */
const naming: ReadonlySet<string> = new Set(["short_text", "email", "phone"]);

interface SummaryProps {
  row: SessionListItem;
  questions: readonly QuestionColumn[];
  rated: QuestionColumn | undefined;
  named: QuestionColumn | undefined;
}

function Summary({ row, questions, rated, named }: SummaryProps) {
  const contentOf = (column: QuestionColumn | undefined) =>
    column ? cellContent(row.answers?.[column.nodeId], column.question) : null;
  const first = (kind: CellContent["kind"], columns: readonly QuestionColumn[]) =>
    columns.map((column) => ({ column, content: contentOf(column) })).find(({ content }) => content?.kind === kind);
  const others = questions.filter((column) => column !== named);
  // in a form with comments, another answer doesn't take their place
  const comments = others.filter(({ type }) => type === "long_text");
  const [text, pills] = [first("text", comments.length > 0 ? comments : others), first("pills", others)];
  const name = contentOf(named);
  const who = row.reference ?? (name?.kind === "text" ? name.text : null);
  const rating = contentOf(rated);
  return (
    <>
      <span className={styles.line}>
        <span className={styles.time}>{recentTimeText(row.started_at, new Date())}</span>
        {row.status !== "completed" && <StatusBadge status={row.status} />}
        {rated && rating && (
          <span className={styles.rated}>
            <QuestionIcon type={rated.type} isSmall />
            <span className="visually-hidden">{rated.title}</span>
            <Cell content={rating} />
          </span>
        )}
      </span>
      {who !== null && (
        <strong className={styles.who} dir="auto">
          {who}
        </strong>
      )}
      {text?.content?.kind === "text" && (
        <span className={styles.text} dir="auto">
          {comments.length === 0 && <span className={styles.asked}>{text.column.title} </span>}
          {text.content.text}
        </span>
      )}
      <span className={styles.line}>
        {pills?.content && <Cell content={pills.content} room={pillRoom} />}
        {row.duration_seconds !== null && <span className={styles.duration}>{durationText(row.duration_seconds)}</span>}
      </span>
    </>
  );
}
