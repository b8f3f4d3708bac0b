import type { IncomingMessage, ServerResponse } from "node:http";
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
