import { type InShare, openShares } from "../../shared/platform/shares.ts";

/**
 * Shares of accounts in a pool of connections, by kind of request. An account can use three tenths of the pool. Insights and
 * exports of all accounts leave six tenths of it to lists.
 */
export interface Shares {
  /** of responses, and single responses */
  lists: InShare;
  /** Insights and exports. They share because both take as much CPU as there is. */
  figures: InShare;
}

export function openReadShares(poolSize: number): Shares {
  const tenths = (count: number) => Math.max(1, Math.floor((poolSize * count) / 10));
  return {
    lists: openShares({ perAccount: tenths(2), total: Number.POSITIVE_INFINITY }),
    figures: openShares({ perAccount: tenths(1), total: tenths(4) }),
  };
}
