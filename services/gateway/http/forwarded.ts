import type { IncomingMessage } from "node:http";
import { isIP, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import ipaddr from "ipaddr.js";
import { all, compile } from "proxy-addr";
import { env } from "../../../shared/platform/env.ts";

/**
 * The proxies in TRUSTED_PROXIES. Only their `X-Forwarded-For` and `X-Forwarded-Proto` are believed, because any client can
 * send these headers (decisions §1).
 */
const trusted = (): ReturnType<typeof compile> => {
  compiled ??= compile(env().TRUSTED_PROXIES);
  return compiled;
};
let compiled: ReturnType<typeof compile> | undefined;

/** Returns the client's address: the connection's peer, or the right-most untrusted address of `X-Forwarded-For`. */
export function clientAddress(req: IncomingMessage): string {
  if (req.headers["x-forwarded-for"] !== undefined) return nearestAddress(req);
  const known = peers.get(req.socket) ?? nearestAddress(req);
  peers.set(req.socket, known);
  return known;
}

/** Addresses of connections without a proxy. */
const peers = new WeakMap<Socket, string>();

function nearestAddress(req: IncomingMessage): string {
  // skips values that aren't addresses: the proxy that sent one is the nearest known address
  const nearest = all(req, trusted()).findLast((address) => isIP(address.trim()));
  return nearest ? ipaddr.process(nearest.trim()).toString() : "unknown";
}

/** True if the request came over HTTPS: to this process, to a trusted proxy, or because BASE_URL is https. */
export function isSecure(req: IncomingMessage): boolean {
  if ((req.socket as Partial<TLSSocket>).encrypted || env().BASE_URL?.startsWith("https:")) return true;
  const [protocol] = String(req.headers["x-forwarded-proto"] ?? "").split(",", 1);
  return protocol === "https" && trusted()(req.socket.remoteAddress ?? "", 0);
}

/** Returns the network to count requests by: a customer of an IPv6 provider has a whole /64 of addresses. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString();
}
