import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { isPublic } from "./addresses.ts";
import type { Resolve } from "./resolve.ts";

/** Where a name or a literal leads, nobody may go. */
export class AddressRefused extends Error {
  constructor() {
    super("The address is not public: deliveries only go to public addresses.");
  }
}

export interface DispatcherOptions {
  resolve: Resolve;
  /** ALLOW_PRIVATE_DESTINATIONS */
  allowPrivate: boolean;
  verifySsl: boolean;
  timeoutMs: number;
}

/**
 * The one way out of Pathform for requests to addresses that users name. The check stands where a connection is opened:
 * a literal is checked as it is, a name's addresses are checked and the socket goes to just those that passed, so that a
 * name which answers differently the next time changes nothing. HTTP/2 would put the requests of several deliveries on
 * one connection, which a hanging one could hold up.
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
      else connect(target, callback);
    },
  });
}

/** What sockets ask for the addresses of a name (`dns.lookup`'s signature). */
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
