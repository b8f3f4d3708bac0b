import { type Limited, limitConcurrency } from "./concurrency.ts";
import { refuseLate, type Timed } from "./deadlines/deadline.ts";
import { tooManyRequests } from "./errors.ts";

/** Limits of concurrent work: of one account, and of all accounts of this process together. */
export interface ShareLimits {
  perAccount: number;
  total: number;
}

/**
 * Runs `work` of an account. While the account or all accounts use their share, it waits, first in, first out. Throws 503 after the
 * call's deadline, and 429 if too much of the account's work waits.
 */
export type InShare = <T>(accountId: string, call: Timed, work: () => Promise<T>) => Promise<T>;

/** Maximum waiting work of an account. */
export const waitingLimit = 1_000;

/** Opens shares, so that no account takes all connections. An account waits for its own share first, so all queues are fair. */
export function openShares({ perAccount, total }: ShareLimits): InShare {
  const limited = (running: number): Limited => limitConcurrency({ running, waiting: Number.POSITIVE_INFINITY });
  const withinTotal = limited(total);
  const accounts = new Map<string, { withinOwn: Limited; begun: number }>();

  return async (accountId, call, work) => {
    const own = accounts.get(accountId) ?? { withinOwn: limited(perAccount), begun: 0 };
    if (own.begun >= perAccount + waitingLimit) throw tooManyWaiting();
    own.begun += 1;
    accounts.set(accountId, own);
    try {
      return await own.withinOwn(() =>
        withinTotal(async () => {
          refuseLate(call);
          return work();
        }),
      );
    } finally {
      own.begun -= 1;
      if (own.begun === 0) accounts.delete(accountId);
    }
  };
}

const tooManyWaiting = () =>
  tooManyRequests(2, "Your account has too many requests of this kind in progress. Try again in 2 seconds.");
