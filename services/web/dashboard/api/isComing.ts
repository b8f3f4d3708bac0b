import type { UseQueryResult } from "@tanstack/react-query";

/**
 * Returns whether a query's first data may come in a moment, so that what would move waits for it. After a failure nothing waits: the
 * query is tried again for a while.
 */
export const isComing = ({ isLoading, failureCount }: Pick<UseQueryResult, "isLoading" | "failureCount">): boolean =>
  isLoading && failureCount === 0;
