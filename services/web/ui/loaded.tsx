import { type QueryClient, type UseQueryResult, useQueryClient } from "@tanstack/react-query";
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
  const queryClient = useQueryClient();
  const failed = isError && <Failed error={error} onRetry={() => loadFailed(queryClient)} />;
  const offline = fetchStatus === "paused" && <Notice kind="warning">{words.offline}</Notice>;
  if (data === undefined) return failed || offline || skeleton || <Skeleton />;
  return (
    <>
      {failed || offline}
      {children(data)}
    </>
  );
}

/** What failed with it beside it says so nowhere, as the title of the form over a page: another try is one of all that is seen. */
const loadFailed = (queryClient: QueryClient): void =>
  void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });

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
