import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { env } from "../../../shared/platform/env.ts";
import { badRequest } from "../../../shared/platform/errors.ts";
import { isLoopback } from "../../../shared/platform/loopback.ts";

/** The 400 for a Host that this gateway doesn't answer to, or null. A promise only until it knows of an account. */
export type HostCheck = (req: Pick<IncomingMessage, "headers">) => Error | null | Promise<Error | null>;

/**
 * Checks Host values (`ALLOWED_HOSTS`, decisions §8). An entry without a port stands for every port. Until the first account
 * exists, a server without settings takes names and addresses of its own machine only: a page whose name is rebound to this
 * address could claim it otherwise.
 */
export function openHostCheck(hasAccount: () => Promise<boolean>): HostCheck {
  const { ALLOWED_HOSTS, BASE_URL } = env();
  const allowed = ALLOWED_HOSTS.length > 0 ? ALLOWED_HOSTS : BASE_URL ? [new URL(BASE_URL).hostname] : null;
  let isClaimed = false;
  let asked: Promise<boolean> | undefined;
  const isClaimedNow = () => {
    asked ??= hasAccount()
      .then((found) => {
        isClaimed = found;
        return found;
      })
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  return ({ headers }) => {
    const host = (headers.host ?? "").toLowerCase();
    const name = host.replace(/:\d*$/, "");
    if (allowed) return allowed.includes(host) || allowed.includes(name) ? null : notAllowed();
    if (isClaimed) return null;
    const claimed = isClaimedNow();
    // asks the operating system for its addresses, so only until an account is known. Without auth, respondents don't wait
    if (!isOwnMachine(name)) return claimed.then((found) => (found ? null : notYet()));
    claimed.catch(() => undefined);
    return null;
  };
}

const notAllowed = () => badRequest("This host name isn't allowed. An administrator can add it to ALLOWED_HOSTS.");

const notYet = () =>
  badRequest(
    "This server has no account yet, so it accepts only localhost and its own addresses as Host. Set BASE_URL or ALLOWED_HOSTS to use this host name.",
  );

/** Loopback, or an address of one of its interfaces; `name` as in a URL, IPv6 in brackets. */
function isOwnMachine(name: string): boolean {
  if (isLoopback(name)) return true;
  const address = name.replace(/^\[(.*)\]$/, "$1");
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  const own = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? []);
  return own.some((it) => ipaddr.process(it.address).toString() === parsed.toString());
}
