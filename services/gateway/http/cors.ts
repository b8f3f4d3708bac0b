import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../../../shared/platform/env.ts";
import type { Route } from "./request.ts";

const allowed =
  "Content-Type, Authorization, If-Match, If-None-Match, Idempotency-Key, Pathform-Workspace, Resume-Key, Edit-Key, X-Request-Id";
const exposed =
  "ETag, X-Request-Id, Idempotency-Replayed, Pathform-Losses, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset";

/**
 * Sets the CORS headers (decisions §1): respondents' endpoints allow all origins without credentials, owners' endpoints only
 * those in CORS_ORIGINS. Returns true if the request was a preflight, which is then answered.
 */
export function cors(req: IncomingMessage, res: ServerResponse, rows: Route[]): boolean {
  const { origin } = req.headers;
  const isPublic = rows.some((row) => row.auth === "public");
  const isListed = origin !== undefined && env().CORS_ORIGINS.includes(origin);
  if (!isPublic) res.setHeader("Vary", "Origin");
  if (!isPublic && !isListed) return false;
  res.setHeader("Access-Control-Allow-Origin", isPublic ? "*" : (origin ?? ""));
  if (!isPublic) res.setHeader("Access-Control-Allow-Credentials", "true");
  res.setHeader("Access-Control-Expose-Headers", exposed);
  if (req.method !== "OPTIONS" || !req.headers["access-control-request-method"]) return false;
  res.setHeader("Access-Control-Allow-Methods", rows.map((row) => row.method).join(", "));
  res.setHeader("Access-Control-Allow-Headers", allowed);
  res.setHeader("Access-Control-Max-Age", "600");
  res.statusCode = 204;
  res.end();
  return true;
}
