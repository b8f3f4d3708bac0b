import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { isPublic } from "./addresses.ts";
import { skipContinue } from "./continueReplies.ts";
import type { Resolve } from "./resolve.ts";

/** The address isn't public. */
export class AddressRefused extends Error {
  constructor() {
    super("The URL points to a private address. Use a public URL.");
  }
}

export interface DispatcherOptions {
  resolve: Resolve;
  /** ALLOW_PRIVATE_DESTINATIONS. */
  allowPrivate: boolean;
  verifySsl: boolean;
  timeoutMs: number;
}

/**
 * Opens connections to addresses that users name. All such requests use it. It checks addresses when it connects: a
 * name's addresses are checked and the socket gets only those that passed, so a name that resolves differently later
 * changes nothing. Without HTTP/2, which would put several deliveries on one connection.
 */
export function openDispatcher(options: DispatcherOptions): Dispatcher {
  const connect = buildConnector({
    allowH2: false,
    timeout: options.timeoutMs,
    lookup: guardedLookup(options),
    ...(!options.verifySsl && { rejectUnauthorized: false }),
  });
  return new Agent({
    allowH2: false,
    pipelining: 1,
    connections: null,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16 * 1024,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    connect: (target, callback) => {
      const host = target.hostname.replace(/^\[|\]$/g, "");
      if (isIP(host) && !options.allowPrivate && !isPublic(host)) callback(new AddressRefused(), null);
      else
        connect(target, (...result) => {
          if (result[1]) skipContinue(result[1]);
          callback(...result);
        });
    },
  });
}

/** Resolves and filters addresses (`dns.lookup`'s signature). */
function guardedLookup({ resolve, allowPrivate }: DispatcherOptions): LookupFunction {
  return (name, { all, family }, callback) => {
    resolve(name)
      .then((found) => {
        const wanted = family === 4 || family === 6 ? found.filter((one) => one.family === family) : found;
        const open = wanted.filter(({ address }) => allowPrivate || isPublic(address));
        const [first] = open;
        if (!first) throw new AddressRefused();
        if (all) callback(null, open);
        else callback(null, first.address, first.family);
      })
      .catch((error) => callback(error, ""));
  };
}
