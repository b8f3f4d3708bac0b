import { useRouter } from "@tanstack/react-router";
import { Failed } from "../../ui/failed.tsx";
import pageStyles from "../../ui/page.module.css";
import styles from "../entry/entryLayout.module.css";

interface Props {
  error: unknown;
}

/** Shown if the layout itself failed to load. */
export const FailedPage = ({ error }: Props) => (
  <main className={styles.main}>
    <FailedPart error={error} />
  </main>
);

/** Shown if a page failed to load, such as without a network. The navigation stays. */
export function FailedPart({ error }: Props) {
  const router = useRouter();
  return (
    <div className={pageStyles.page}>
      <Failed error={error} onRetry={() => void router.invalidate()} />
    </div>
  );
}
