import { useRouter } from "@tanstack/react-router";
import { Failed } from "../../parts/failed.tsx";
import styles from "../entry/entryLayout.module.css";

/** Where a page could not even begin. */
export function FailedPage({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <main className={styles.main}>
      <Failed error={error} onRetry={() => void router.invalidate()} />
    </main>
  );
}
