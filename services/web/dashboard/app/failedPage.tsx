import { useRouter } from "@tanstack/react-router";
import { Failed } from "../../ui/failed.tsx";
import pageStyles from "../../ui/page.module.css";
import styles from "../entry/entryLayout.module.css";

interface Props {
  error: unknown;
}

/** Where not even what is around a page could begin. */
export const FailedPage = ({ error }: Props) => (
  <main className={styles.main}>
    <FailedPart error={error} />
  </main>
);

/** A page that could not begin, as where there is no network for its program: the way to others stays. */
export function FailedPart({ error }: Props) {
  const router = useRouter();
  return (
    <div className={pageStyles.page}>
      <Failed error={error} onRetry={() => void router.invalidate()} />
    </div>
  );
}
