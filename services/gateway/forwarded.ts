import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import ipaddr from "ipaddr.js";
import { env } from "../../shared/env.ts";

/**
 * What a request says of the way it came, believed only from TRUSTED_PROXIES (decisions §1): anybody can write
 * `X-Forwarded-For` and `X-Forwarded-Proto`.
 */
type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

let read: Range[] | undefined;

/** The ranges of TRUSTED_PROXIES; shared/env.ts has checked them. */
function trusted(): Range[] {
  read ??= env().TRUSTED_PROXIES.map((range) =>
    range.includes("/") ? ipaddr.parseCIDR(range) : hostRange(ipaddr.process(range)),
  );
  return read;
}

const hostRange = (address: Address): Range => [address, address.kind() === "ipv4" ? 32 : 128];

/** The client: the peer of the connection, or the right-most address of `X-Forwarded-For` that no trusted proxy has. */
export function clientAddress(req: IncomingMessage): string {
  const peer = parse(req.socket.remoteAddress ?? "");
  if (!peer) return "unknown";
  const hops = String(req.headers["x-forwarded-for"] ?? "").split(",");
  return nearestUntrusted(peer, hops, trusted()).toString();
}

/** `hops` as the header has them, the nearest last; what is no address ends the walk. */
export function nearestUntrusted(peer: Address, hops: readonly string[], ranges: readonly Range[]): Address {
  let client = peer;
  for (const hop of hops.toReversed()) {
    const before = isIn(client, ranges) ? parse(hop.trim()) : null;
    if (!before) break;
    client = before;
  }
  return client;
}

/** Null where the text is no address; an IPv4 address in IPv6 form is an IPv4 address. */
function parse(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

const isIn = (address: Address, ranges: readonly Range[]): boolean =>
  ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

/** Came over HTTPS: to this process, to a trusted proxy before it, or by what BASE_URL says of the way in. */
export function isSecure(req: IncomingMessage): boolean {
  if ((req.socket as Partial<TLSSocket>).encrypted || env().BASE_URL?.startsWith("https:")) return true;
  const [protocol] = String(req.headers["x-forwarded-proto"] ?? "").split(",", 1);
  const peer = protocol === "https" ? parse(req.socket.remoteAddress ?? "") : null;
  return peer !== null && isIn(peer, trusted());
}

/** For counting: one customer of an IPv6 network has a whole /64 to choose addresses from. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString();
}
