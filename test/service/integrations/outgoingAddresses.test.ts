import { expect, test } from "@jest/globals";
import { isPublic } from "../../../services/integrations/outgoing/addresses.ts";

/** Addresses that deliveries may reach (decisions §7 Addresses). */
test.each([
  ["loopback", "127.0.0.1", "127.255.255.254", "::1"],
  ["this network", "0.0.0.0", "0.1.2.3", "::"],
  ["private", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ["unique local", "fc00::1", "fd12:3456::1"],
  ["link-local", "169.254.0.1", "fe80::1", "fe80::1%eth0", "febf::1"],
  ["site-local", "fec0::1"],
  ["CGNAT", "100.64.0.1", "100.127.255.254"],
  ["metadata", "169.254.169.254", "fd00:ec2::254", "100.100.100.200", "192.0.0.192", "168.63.129.16"],
  ["multicast", "224.0.0.1", "239.255.255.255", "ff02::1"],
  ["broadcast and reserved", "255.255.255.255", "240.0.0.1", "192.0.0.1", "192.88.99.1"],
  ["documentation and benchmarks", "192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "2001:db8::1", "3fff::1"],
  ["v4-mapped", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe"],
  ["v4-compatible", "::127.0.0.1", "::7f00:1", "::808:808"],
  ["v4-translated", "::ffff:0:7f00:1"],
  ["NAT64", "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::808:808"],
  ["6to4", "2002:7f00:1::", "2002:0a00:1::1", "2002:808:808::1"],
  ["Teredo", "2001::1", "2001:0:7f00:1::"],
  ["discard, ORCHID, SRv6", "100::1", "2001:10::1", "2001:20::1", "5f00::1"],
  ["outside global unicast", "1::1", "4000::1", "8000::1", "e000::1"],
  ["no address", "", "localhost", "example.com", "1.2.3.4.5", "127.0.0.1:80", "[::1]", "8.8.8.8/32"],
])("refuses %s", (_name, ...addresses) => {
  expect(addresses.filter(isPublic)).toEqual([]);
});

test.each([
  "8.8.8.8",
  "1.1.1.1",
  "172.15.0.1",
  "172.32.0.1",
  "100.63.0.1",
  "100.128.0.1",
  "192.169.0.1",
  "223.255.255.1",
])("allows %s", (address) => expect(isPublic(address)).toBe(true));

test.each(["2606:4700:4700::1111", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"])("allows %s", (address) =>
  expect(isPublic(address)).toBe(true),
);
