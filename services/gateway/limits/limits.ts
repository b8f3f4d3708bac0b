import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Service } from "moleculer";
import type { Caller } from "../../../shared/contract.ts";
import { env } from "../../../shared/env.ts";
import { tooManyRequests } from "../../../shared/errors.ts";
import { clientAddress, networkOf } from "../forwarded.ts";
import type { Request } from "../route.ts";
import { type Count, type Counter, counter } from "./counter.ts";
import { connectCounts } from "./redis.ts";

/**
 * How many requests a client may send (decisions §1). Each check counts one request, says in the answer's headers what is
 * left, and throws 429 where nothing is.
 */
export interface Limits {
  /** by the client's address, on respondents' endpoints; before anything of the request is read */
  byAddress(request: Request): Promise<void>;
  /** by the API key, once it is known to be a good one */
  byKey(request: Request, caller: Caller | null): Promise<void>;
  /** by address and e-mail, where a password could be guessed */
  bySignIn(request: Request, body: unknown): Promise<void>;
  close(): Promise<void>;
}

export function openLimits(logger: Service["logger"]): Limits {
  const variables = env();
  const { RATE_LIMITS, REDIS_URL } = variables;
  const perMinute = (limit: number) => (RATE_LIMITS ? limit : 0);
  const shared = RATE_LIMITS && REDIS_URL ? connectCounts(REDIS_URL, logger) : null;
  // no step waits for Redis: the respondents' counts are this copy's own
  const requests = counter("address", perMinute(variables.RATE_LIMIT_PUBLIC_PER_MINUTE));
  const starts = counter("starts", perMinute(variables.RATE_LIMIT_STARTS_PER_MINUTE));
  const keys = counter("key", perMinute(variables.RATE_LIMIT_KEY_PER_MINUTE), shared);
  const signIns = counter("sign-in", perMinute(variables.RATE_LIMIT_SIGN_IN_PER_MINUTE), shared);
  return {
    async byAddress({ req, res, route }) {
      if (route.auth !== "public") return;
      const client = networkOf(clientAddress(req));
      await take(res, [requests, ...(route.limit === "starts" ? [starts] : [])], client);
    },
    async byKey({ res }, caller) {
      if (caller?.key_id) await take(res, [keys], caller.key_id);
    },
    async bySignIn({ req, res, route }, body) {
      if (route.limit !== "sign-in") return;
      const { email } = body as { email: string };
      await take(res, [signIns], digest(`${networkOf(clientAddress(req))} ${email.toLowerCase()}`));
    },
    close: async () => shared?.close(),
  };
}

/** Redis need not know who signs in. */
const digest = (text: string): string => createHash("sha256").update(text).digest("base64url");

async function take(res: ServerResponse, counters: readonly Counter[], key: string): Promise<void> {
  const counts = (await Promise.all(counters.map((count) => count(key)))).filter((count) => count !== null);
  const closest = tightest(counts);
  if (!closest) return;
  res.setHeader("RateLimit-Limit", closest.limit);
  res.setHeader("RateLimit-Remaining", closest.remaining);
  res.setHeader("RateLimit-Reset", closest.reset);
  if (closest.isOver) throw tooManyRequests(closest.reset);
}

/** Of several limits the one that is over longest, or else has least left. */
function tightest(counts: readonly Count[]): Count | undefined {
  const over = counts.filter(({ isOver }) => isOver).toSorted((a, b) => b.reset - a.reset);
  return over[0] ?? counts.toSorted((a, b) => a.remaining - b.remaining)[0];
}
