import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../../shared/platform/env.ts";
import { badRequest } from "../../shared/platform/errors.ts";
import { isSecure } from "./forwarded.ts";

/**
 * What every answer tells a browser (OWASP REST Security): an answer of the API is no page, is not guessed to be one, is
 * framed by nobody and names no address to others. Pages of ours set a policy of their own instead.
 */
export function setSecurityHeaders(req: IncomingMessage, res: ServerResponse): void {
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("X-Frame-Options", "DENY");
  res.setHeader("Referrer-Policy", "no-referrer");
  res.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  if (isSecure(req)) res.setHeader("Strict-Transport-Security", "max-age=31536000");
}

/** A Host that this service does not go by (ALLOWED_HOSTS), or null. An entry without a port is good for every port. */
export function hostProblem({ headers }: IncomingMessage): Error | null {
  const { ALLOWED_HOSTS, BASE_URL } = env();
  const allowed = ALLOWED_HOSTS.length > 0 ? ALLOWED_HOSTS : BASE_URL ? [new URL(BASE_URL).hostname] : null;
  const host = headers.host?.toLowerCase() ?? "";
  if (!allowed || allowed.includes(host) || allowed.includes(host.replace(/:\d+$/, ""))) return null;
  return badRequest("This service does not answer to that host name; its operator can allow it (ALLOWED_HOSTS).");
}
