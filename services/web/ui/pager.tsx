import * as words from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import { ButtonRow } from "./buttonRow.tsx";
import { EmptyState } from "./emptyState.tsx";
import styles from "./pager.module.css";

interface Props {
  count: number;
  /** rows per page */
  size: number;
  page: number;
  onPage: (page: number) => void;
}

/** Renders nothing if everything fits on one page. On a page past the last one, offers the way back. */
export function Pager({ count, size, page, onPage }: Props) {
  const pages = Math.ceil(count / size);
  if (pages === 0 || (pages === 1 && page === 1)) return null;
  if (page > pages) {
    return (
      <EmptyState title={words.nothingOnPage}>
        <ButtonRow>
          <Button onPress={() => onPage(pages)}>{words.toLastPage}</Button>
        </ButtonRow>
      </EmptyState>
    );
  }
  return (
    <nav aria-label={words.pages} className={styles.pager}>
      <Button isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        {words.previous}
      </Button>
      <span>{words.pageOf(page, pages)}</span>
      <Button isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
        {words.next}
      </Button>
    </nav>
  );
}
