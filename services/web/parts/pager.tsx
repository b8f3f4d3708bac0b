import * as words from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import styles from "./pager.module.css";

interface Props {
  count: number;
  /** rows of a page */
  size: number;
  page: number;
  onPage: (page: number) => void;
}

/** Nothing where all fits on one page. */
export function Pager({ count, size, page, onPage }: Props) {
  const pages = Math.ceil(count / size);
  if (pages <= 1 && page === 1) return null;
  return (
    <nav aria-label={words.pages} className={styles.pager}>
      <Button isDisabled={page <= 1} onPress={() => onPage(Math.min(page - 1, pages))}>
        {words.previous}
      </Button>
      <span>{words.pageOf(page, pages)}</span>
      <Button isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
        {words.next}
      </Button>
    </nav>
  );
}
