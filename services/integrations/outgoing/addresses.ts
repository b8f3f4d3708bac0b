import ipaddr from "ipaddr.js";

/**
 * Which addresses deliveries may reach (decisions §7): public unicast only. Nothing is let through for being unknown:
 * IPv4 must be unicast by IANA's special-purpose registry, IPv6 must lie in global unicast space (2000::/3) and outside
 * the special blocks there. Of a form that only carries an IPv4 address, that address counts.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === "ipv4" ? isPublicV4(parsed as ipaddr.IPv4) : isPublicV6(parsed as ipaddr.IPv6);
}

/** Services of a cloud's host that stand at a public address: Azure's WireServer. */
const metadata = new Set(["168.63.129.16"]);

const isPublicV4 = (address: ipaddr.IPv4): boolean =>
  address.range() === "unicast" && !metadata.has(address.toString());

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
/** RFC 6052: how a network without IPv4 reaches all of it */
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address());
  if (address.match(nat64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(-4)));
  // 6to4, Teredo, documentation, benchmarks and the like have ranges of their own
  return address.range() === "unicast" && address.match(globalUnicast);
}
