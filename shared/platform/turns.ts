import { type Limited, limitConcurrency } from "./concurrency.ts";
import { overloaded } from "./errors.ts";

export interface TurnLimits {
  /** Running work of an account, and of all accounts of this process together. */
  perAccount: number;
  total: number;
  /** Maximum waiting work of an account. `refuse` returns the error beyond, a 503 if absent. */
  waiting: number;
  refuse?: () => Error;
}

/** For work that waits only for work of its own account. */
export const ownInProgress =
  "Your account has too many requests of this kind in progress. Send fewer at a time, and try again in 2 seconds.";

const tooManyInProgress = () => overloaded(ownInProgress);

/**
 * Runs `work` of an account. While the account or all accounts run as much as they may, it waits, first in, first out. `begun` is
 * called when it waits only for other accounts.
 */
export type InTurn = <T>(accountId: string, work: () => Promise<T>, begun?: () => void) => Promise<T>;

/** Opens turns. An account waits for its own work first, so that accounts take turns, however much one of them asks. */
export function openTurns({ perAccount, total, waiting, refuse = tooManyInProgress }: TurnLimits): InTurn {
  const limited = (running: number): Limited => limitConcurrency({ running, waiting: Number.POSITIVE_INFINITY });
  const withinTotal = limited(total);
  const accounts = new Map<string, { withinOwn: Limited; asked: number }>();

  return async (accountId, work, begun) => {
    const own = accounts.get(accountId) ?? { withinOwn: limited(perAccount), asked: 0 };
    if (own.asked >= perAccount + waiting) throw refuse();
    own.asked += 1;
    accounts.set(accountId, own);
    try {
      return await own.withinOwn(() => {
        begun?.();
        return withinTotal(work);
      });
    } finally {
      own.asked -= 1;
      if (own.asked === 0) accounts.delete(accountId);
    }
  };
}
