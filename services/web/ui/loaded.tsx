import { type QueryClient, type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as words from "../strings/en/dashboard/app.ts";
import { Failed } from "./failed.tsx";
import styles from "./loaded.module.css";
import { Notice } from "./notice.tsx";

interface Props<T> {
  query: UseQueryResult<T>;
  /** replaces the default skeleton, with the height of the content */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders data, or its loading, offline or error state. Keeps showing old data on reload. */
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

/** Retries all failed queries on the page: some show no error of their own, such as the form's title. */
const loadFailed = (queryClient: QueryClient): void =>
  void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });

/** A placeholder while loading. */
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
