import type { IncomingMessage } from "node:http";
import { newUuid } from "../../../shared/platform/ids.ts";

/** The client's own only when it is harmless in logs and headers (decisions §1). */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : newUuid();
}
