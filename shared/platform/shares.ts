import { isLate, type Timed } from "./deadlines/deadline.ts";
import { overloaded, tooManyRequests } from "./errors.ts";
import { openTurns, ownInProgress } from "./turns.ts";

/** Limits of concurrent work: of one account, and of all accounts of this process together. */
export interface ShareLimits {
  perAccount: number;
  total: number;
  /** Maximum waiting work of an account. */
  waiting?: number;
  /** The reason at the deadline, while work waits for that of its own account or of others. */
  late?: { own: string; others?: string };
}

/**
 * Runs `work` of an account. While the account or all accounts use their share, it waits, first in, first out. Throws 503 at the
 * call's deadline if it still waits, and 429 if too much of the account's work waits.
 */
export type InShare = <T>(accountId: string, call: Timed, work: () => Promise<T>) => Promise<T>;

/** Maximum waiting work of an account, where it takes no memory. */
export const waitingLimit = 1_000;

/** Opens shares, so that no account takes all connections. */
export function openShares({ perAccount, total, waiting = waitingLimit, late = usualWords }: ShareLimits): InShare {
  const inTurn = openTurns({ perAccount, total, waiting, refuse: tooManyWaiting });
  return async (accountId, call, work) => {
    const wait = waitInTime(call, () => overloaded(late.own));
    const turn = () => {
      wait.proceed(null);
      return work();
    };
    // work that is refused stays in the queue, and counts until its turn
    const done = inTurn(accountId, turn, () => wait.proceed(() => overloaded(late.others)));
    return Promise.race([done, wait.refused]).finally(wait.end);
  };
}

/**
 * Refuses a call at its deadline, before the caller's timeout, so that the caller reads the reason. `proceed` sets the reason for the
 * next wait, null for none. It throws if the deadline has passed.
 */
function waitInTime({ locals: { deadline } }: Timed, first: () => Error) {
  const { promise: refused, reject } = Promise.withResolvers<never>();
  let reason = first;
  let isRefused = false;
  const refuse = () => {
    isRefused = true;
    reject(reason());
  };
  const timer = deadline === undefined ? undefined : setTimeout(refuse, Math.max(0, deadline - Date.now()));
  const proceed = (next: (() => Error) | null): void => {
    // a timer can fire before the deadline by the clock
    if (isRefused || isLate(deadline)) throw reason();
    if (next) reason = next;
    else clearTimeout(timer);
  };
  return { refused, proceed, end: () => clearTimeout(timer) };
}

const usualWords = { own: ownInProgress };

const tooManyWaiting = () =>
  tooManyRequests(2, "Your account has too many requests of this kind in progress. Try again in 2 seconds.");
