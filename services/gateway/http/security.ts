import type { IncomingMessage, ServerResponse } from "node:http";
import { isSecure } from "./forwarded.ts";

/** Sets the security headers of an API response (OWASP REST Security). Pages replace the policy with their own. */
export function setSecurityHeaders(req: IncomingMessage, res: ServerResponse): void {
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("X-Frame-Options", "DENY");
  res.setHeader("Referrer-Policy", "no-referrer");
  res.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  if (isSecure(req)) res.setHeader("Strict-Transport-Security", "max-age=31536000");
}
