import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";

/** Returns all addresses of a name. Throws if it has none. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/**
 * Resolves by DNS over its own sockets first. The system's resolver blocks one of libuv's few threads, so a few names
 * with hanging servers would block all others. It is only used for names unknown to DNS: /etc/hosts and short names in
 * a cluster.
 */
export const resolveName: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const [v4, v6] = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const found = [...withFamily(v4, 4), ...withFamily(v6, 6)];
  if (found.length > 0) return found;
  const isAbsent = answers.every((answer) => answer.status === "rejected" && absent.has(answer.reason?.code));
  if (!isAbsent) throw new Error(`no DNS response for ${name}`);
  return lookup(name, { all: true, order: "ipv4first" });
};

const absent = new Set(["ENOTFOUND", "ENODATA", "ECONNREFUSED", "EBADNAME", "EBADQUERY"]);

const withFamily = (addresses: string[] = [], family: 4 | 6): LookupAddress[] =>
  addresses.map((address) => ({ address, family }));
