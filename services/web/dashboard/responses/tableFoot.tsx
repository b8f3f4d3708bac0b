import type { ReactNode } from "react";
import * as app from "../../strings/en/dashboard/app.ts";
import { completedOf } from "../../strings/en/dashboard/forms.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./responsesPage.module.css";

interface Props {
  /** null until loaded */
  count: number | null;
  /** A search has more than `count` matches. */
  isMore: boolean;
  /** completed ones among all responses, null if filters leave some out */
  completed: number | null;
  hasNext: boolean;
  page: number;
  size: number;
  onPage: (page: number) => void;
  children: ReactNode;
}

/** The visible range of rows and the pager. */
export function TableFoot({ count, isMore, completed, hasNext, page, size, onPage, children }: Props) {
  const pages = Math.max(1, Math.ceil((count ?? 0) / size));
  const first = (page - 1) * size + 1;
  const isBeyond = count !== null && count > 0 && page > pages && !isMore;
  const last = isMore ? first + size - 1 : Math.min(count ?? 0, first + size - 1);
  return (
    <div className={styles.foot}>
      <p role="status">
        {count !== null && !isBeyond && words.range(first, last, count, isMore)}
        {completed !== null && (count ?? 0) > 0 && !isBeyond && `, ${completedOf(completed)}`}
        {isBeyond && app.nothingOnPage}
      </p>
      {children}
      {isBeyond && <Button onPress={() => onPage(pages)}>{app.toLastPage}</Button>}
      {pages > 1 && !isBeyond && (
        <nav aria-label={words.pages} className={styles.pages}>
          <Button
            look="plain"
            size="small"
            icon="chevron-left"
            aria-label={words.previousPage}
            isDisabled={page <= 1}
            onPress={() => onPage(page - 1)}
          />
          <span>{isMore ? words.page(page) : words.pageOf(page, pages)}</span>
          <Button
            look="plain"
            size="small"
            icon="chevron-right"
            aria-label={words.nextPage}
            isDisabled={!hasNext}
            onPress={() => onPage(page + 1)}
          />
        </nav>
      )}
    </div>
  );
}
