import { type InShare, openShares } from "../../shared/platform/shares.ts";

/**
 * Shares of accounts in a pool of connections, by kind of request. An account can use half of the pool. Insights and exports of all
 * accounts leave two fifths of it to lists.
 */
export interface Shares {
  lists: InShare;
  insights: InShare;
  exports: InShare;
}

export function openReadShares(poolSize: number): Shares {
  const fifths = (count: number) => Math.max(1, Math.floor((poolSize * count) / 5));
  return {
    lists: openShares({ perAccount: fifths(1), total: Number.POSITIVE_INFINITY }),
    insights: openShares({ perAccount: fifths(1), total: fifths(2) }),
    // one, because pieces are short, and each export waits for its reader between them
    exports: openShares({ perAccount: 1, total: fifths(1) }),
  };
}
