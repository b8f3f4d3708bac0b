import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Returns whether a host only reaches this machine: localhost or a loopback address. `name` as in a URL, IPv6 in brackets. */
export function isLoopback(name: string): boolean {
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  const address = name.replace(/^\[(.*)\]$/, "$1");
  return isIP(address) !== 0 && ipaddr.process(address).range() === "loopback";
}
