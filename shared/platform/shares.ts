import { type Limited, limitConcurrency } from "./concurrency.ts";
import { isLate, type Timed } from "./deadlines/deadline.ts";
import { overloaded, tooManyRequests } from "./errors.ts";

/** Limits of concurrent work: of one account, and of all accounts of this process together. */
export interface ShareLimits {
  perAccount: number;
  total: number;
}

/**
 * Runs `work` of an account. While the account or all accounts use their share, it waits, first in, first out. Throws 503 at the
 * call's deadline if it still waits, and 429 if too much of the account's work waits.
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
    const wait = waitInTime(call);
    const done = own.withinOwn(() => {
      wait.proceed(overloaded);
      return withinTotal(() => {
        wait.proceed(null);
        return work();
      });
    });
    // work that is refused stays in the queue, and counts until its turn
    const ended = done.finally(() => {
      own.begun -= 1;
      if (own.begun === 0) accounts.delete(accountId);
    });
    return Promise.race([ended, wait.refused]);
  };
}

/**
 * Refuses a call at its deadline, before the caller's timeout, so that the caller reads the reason. `proceed` sets the reason for the
 * next wait, null for none. It throws if the deadline has passed.
 */
function waitInTime({ locals: { deadline } }: Timed) {
  const { promise: refused, reject } = Promise.withResolvers<never>();
  let reason: () => Error = tooManyInProgress;
  let isRefused = false;
  const refuse = () => {
    isRefused = true;
    reject(reason());
  };
  const timer = deadline === undefined ? undefined : setTimeout(refuse, deadline - Date.now());
  const proceed = (next: (() => Error) | null): void => {
    // a timer can fire before the deadline by the clock
    if (isRefused || isLate(deadline)) throw reason();
    if (next) reason = next;
    else clearTimeout(timer);
  };
  return { refused, proceed };
}

const tooManyInProgress = () =>
  overloaded(
    "Your account has too many requests of this kind in progress. Send fewer at a time, and try again in 2 seconds.",
  );

const tooManyWaiting = () =>
  tooManyRequests(2, "Your account has too many requests of this kind in progress. Try again in 2 seconds.");
