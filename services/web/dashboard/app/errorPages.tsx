import { Link, useRouter } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/app.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Failed } from "../../ui/failed.tsx";
import pageStyles from "../../ui/page.module.css";
import { Page } from "../../ui/page.tsx";
import styles from "../entry/entryLayout.module.css";

export function MissingPage() {
  return (
    <Page title={words.missingTitle}>
      <EmptyState icon="search" title={words.missingText}>
        <Link to="/" className={buttonClass("primary")}>
          {words.toForms}
        </Link>
      </EmptyState>
    </Page>
  );
}

/** Shown for URLs that can't be decoded, such as broken percent encoding. No route matches them. */
export const MissingAddress = () => (
  <main className={styles.main}>
    <MissingPage />
  </main>
);

interface FailedProps {
  error: unknown;
}

/** Shown if the layout itself failed to load. */
export const FailedPage = ({ error }: FailedProps) => (
  <main className={styles.main}>
    <FailedPart error={error} />
  </main>
);

/** Shown if a page failed to load, such as without a network. The navigation stays. */
export function FailedPart({ error }: FailedProps) {
  const router = useRouter();
  return (
    <div className={pageStyles.page}>
      <Failed error={error} onRetry={() => void router.invalidate()} />
    </div>
  );
}
