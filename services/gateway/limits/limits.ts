import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Service } from "moleculer";
import type { Caller } from "../../../shared/bus/contract.ts";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { env } from "../../../shared/platform/env.ts";
import { tooManyRequests } from "../../../shared/platform/errors.ts";
import { clientAddress, networkOf } from "../http/forwarded.ts";
import type { Request } from "../http/request.ts";
import { type Count, type Counter, counter } from "./counter.ts";
import { connectCounts } from "./redis.ts";
import { uploadCounter } from "./uploads.ts";

/**
 * Rate limits of clients (decisions §1). Each check counts one request, sets the rate limit headers and throws 429 if
 * the limit is reached.
 */
export interface Limits {
  /** By client address, on endpoints without sign-in. Runs before the request is read. */
  byAddress(request: Addressed): Promise<void>;
  /** By client address, for searches in the guides, of which each costs 30 ms. */
  bySearch(request: Pick<Request, "req" | "res">): Promise<void>;
  /** By API key or user. */
  byCaller(request: Request, caller: Caller | null): Promise<void>;
  /** By client address for password changes, and by address and email, or by user, where passwords or codes can be guessed. */
  byBody(request: Request, caller: Caller | null, body: unknown): Promise<void>;
  /** By client address, for the bytes of respondents' uploads. */
  byUpload(request: Request): Promise<void>;
  close(): Promise<void>;
}

/** A page has no row, but counts as a respondents' request. */
export type Addressed = Pick<Request, "req" | "res"> & { route: Pick<Request["route"], "auth" | "limit"> };

/** Browsers with scripts search by themselves. */
const searchesPerMinute = 60;

export function openLimits(logger: Service["logger"]): Limits {
  const variables = env();
  const { RATE_LIMITS, REDIS_URL } = variables;
  const perMinute = (limit: number) => (RATE_LIMITS ? limit : 0);
  const shared = RATE_LIMITS && REDIS_URL ? connectCounts(REDIS_URL, logger) : null;
  // in this process, so that no step waits for Redis
  const requests = counter("address", perMinute(variables.RATE_LIMIT_PUBLIC_PER_MINUTE));
  const starts = counter("starts", perMinute(variables.RATE_LIMIT_STARTS_PER_MINUTE));
  const searches = counter("search", perMinute(searchesPerMinute));
  const keys = counter("key", perMinute(variables.RATE_LIMIT_KEY_PER_MINUTE), shared);
  const users = counter("user", perMinute(variables.RATE_LIMIT_USER_PER_MINUTE), shared);
  const entries = counter("entry", perMinute(variables.RATE_LIMIT_ENTRY_PER_MINUTE), shared);
  const uploads = uploadCounter(variables.QUOTAS ? variables.QUOTA_UPLOAD_MB_PER_ADDRESS_HOUR : 0);
  const signIns = counter("sign-in", perMinute(variables.RATE_LIMIT_SIGN_IN_PER_MINUTE), shared);
  return {
    async byAddress({ req, res, route }) {
      const client = networkOf(clientAddress(req));
      if (route.auth === "public") await take(res, [requests, ...(route.limit === "starts" ? [starts] : [])], client);
      if (route.limit === "entry" || route.limit === "sign-in") await take(res, [entries], client);
    },
    async bySearch({ req, res }) {
      await take(res, [requests, searches], networkOf(clientAddress(req)));
    },
    async byCaller({ res }, caller) {
      if (caller?.key_id) await take(res, [keys], caller.key_id);
      else if (caller?.user_id) await take(res, [users], caller.user_id);
    },
    async byBody({ req, res, route }, caller, body) {
      const client = networkOf(clientAddress(req));
      const { email = "", password, code, challenge, setup } = (body ?? {}) as Record<string, string | undefined>;
      if (route.limit === "password" && (password ?? code) !== undefined) {
        await take(res, [entries], client);
        // a stolen cookie works from many addresses
        await take(res, [signIns], digest(`user ${caller?.user_id}`));
      }
      // a guessed setup token would give the server away
      if (route.limit === "entry" && setup !== undefined) await take(res, [signIns], digest(`${client} setup`));
      if (route.limit === "sign-in") await take(res, [signIns], digest(`${client} ${challenge ?? emailKey(email)}`));
    },
    async byUpload({ req, res, route }) {
      if (route.upload && route.auth === "public") await uploads(networkOf(clientAddress(req)), req, res);
    },
    close: async () => shared?.close(),
  };
}

/** Hides users from Redis. */
const digest = (text: string): string => createHash("sha256").update(text).digest("base64url");

async function take(res: ServerResponse, counters: readonly Counter[], key: string): Promise<void> {
  const counts = (await Promise.all(counters.map((count) => count(key)))).filter((count) => count !== null);
  const closest = tightest(counts);
  if (!closest || isTighter(res, closest)) return;
  res.setHeader("RateLimit-Limit", closest.limit);
  res.setHeader("RateLimit-Remaining", closest.remaining);
  res.setHeader("RateLimit-Reset", closest.reset);
  if (closest.isOver) throw tooManyRequests(closest.reset);
}

/** Returns whether the headers already show a tighter limit. */
function isTighter(res: ServerResponse, { remaining, isOver }: Count): boolean {
  const shown = res.getHeader("RateLimit-Remaining");
  return !isOver && typeof shown === "number" && shown < remaining;
}

/** Returns the limit that is exceeded longest, else the one with the least left. */
function tightest(counts: readonly Count[]): Count | undefined {
  const over = counts.filter(({ isOver }) => isOver).toSorted((a, b) => b.reset - a.reset);
  return over[0] ?? counts.toSorted((a, b) => a.remaining - b.remaining)[0];
}
