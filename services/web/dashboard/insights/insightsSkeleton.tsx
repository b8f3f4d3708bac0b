import { loading } from "../../strings/en/dashboard/app.ts";
import styles from "./insightsSkeleton.module.css";

/** Has the size of the tiles and charts that replace it. */
export function InsightsSkeleton() {
  return (
    <div role="status" className={styles.skeleton}>
      <span className="visually-hidden">{loading}</span>
      <div className={styles.figures}>
        {Array.from({ length: 4 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <div key={at} className={styles.figure} />
        ))}
      </div>
      <div className={styles.plot} />
      <div className={styles.plot} />
    </div>
  );
}
