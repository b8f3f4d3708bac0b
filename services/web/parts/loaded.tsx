import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as words from "../strings/en/dashboard/app.ts";
import { Failed } from "./failed.tsx";
import styles from "./loaded.module.css";
import { Notice } from "./notice.tsx";

interface Props<T> {
  query: UseQueryResult<T>;
  /** in place of the usual one, as high as what is to come */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What was asked for, or why it is not there: still loading, offline, failed. What was there before stays on show. */
export function Loaded<T>({ query, skeleton, children }: Props<T>) {
  const { data, error, isError, fetchStatus } = query;
  const failed = isError && <Failed error={error} onRetry={() => void query.refetch()} />;
  const offline = fetchStatus === "paused" && <Notice kind="warning">{words.offline}</Notice>;
  if (data === undefined) return failed || offline || skeleton || <Skeleton />;
  return (
    <>
      {failed || offline}
      {children(data)}
    </>
  );
}

/** In place of what is on its way. */
export function Skeleton() {
  return (
    <div role="status" className={styles.skeleton}>
      <span className="visually-hidden">{words.loading}</span>
      <p className={styles.long}>{words.loadingLong}</p>
      <div />
      <div />
      <div />
    </div>
  );
}
