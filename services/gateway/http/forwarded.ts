import type { IncomingMessage } from "node:http";
import { isIP, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import ipaddr from "ipaddr.js";
import { all, compile } from "proxy-addr";
import { env } from "../../../shared/platform/env.ts";

/**
 * What a request says of the way it came, believed only from TRUSTED_PROXIES (decisions §1): anybody can write
 * `X-Forwarded-For` and `X-Forwarded-Proto`.
 */
const trusted = (): ReturnType<typeof compile> => {
  compiled ??= compile(env().TRUSTED_PROXIES);
  return compiled;
};
let compiled: ReturnType<typeof compile> | undefined;

/** The client: the peer of the connection, or the right-most address of `X-Forwarded-For` that no trusted proxy has. */
export function clientAddress(req: IncomingMessage): string {
  if (req.headers["x-forwarded-for"] !== undefined) return nearestAddress(req);
  const known = peers.get(req.socket) ?? nearestAddress(req);
  peers.set(req.socket, known);
  return known;
}

/** Of connections whose peer is the client. */
const peers = new WeakMap<Socket, string>();

function nearestAddress(req: IncomingMessage): string {
  // what is no address ends the walk: the proxy that wrote it is the nearest that is known
  const nearest = all(req, trusted()).findLast((address) => isIP(address.trim()));
  return nearest ? ipaddr.process(nearest.trim()).toString() : "unknown";
}

/** Came over HTTPS: to this process, to a trusted proxy before it, or by what BASE_URL says of the way in. */
export function isSecure(req: IncomingMessage): boolean {
  if ((req.socket as Partial<TLSSocket>).encrypted || env().BASE_URL?.startsWith("https:")) return true;
  const [protocol] = String(req.headers["x-forwarded-proto"] ?? "").split(",", 1);
  return protocol === "https" && trusted()(req.socket.remoteAddress ?? "", 0);
}

/** For counting: one customer of an IPv6 network has a whole /64 to choose addresses from. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString();
}
