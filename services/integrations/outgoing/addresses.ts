import ipaddr from "ipaddr.js";

/**
 * Returns whether deliveries may reach an address (decisions §7): public unicast only. Unknown addresses are refused.
 * IPv4 must be unicast by IANA's special-purpose registry. IPv6 must be global unicast (2000::/3) outside its special
 * blocks. Of an address that embeds an IPv4 address, the IPv4 address counts.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === "ipv4" ? isPublicV4(parsed as ipaddr.IPv4) : isPublicV6(parsed as ipaddr.IPv6);
}

/** Metadata services at public addresses: Azure's WireServer. */
const metadata = new Set(["168.63.129.16"]);

const isPublicV4 = (address: ipaddr.IPv4): boolean =>
  address.range() === "unicast" && !metadata.has(address.toString());

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
/** RFC 6052: reaches all of IPv4. */
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address());
  if (address.match(nat64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(-4)));
  // 6to4, Teredo, documentation and benchmarks have their own ranges
  return address.range() === "unicast" && address.match(globalUnicast);
}
