import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";

/** Every address of a name; throws where it has none. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/**
 * Asks DNS over sockets of our own first. The system's resolver blocks one of libuv's few threads for as long as it waits:
 * some names whose servers hang would hold up every other name. It is only asked about what DNS says does not exist:
 * /etc/hosts, and short names within a cluster.
 */
export const resolveName: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const [v4, v6] = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const found = [...withFamily(v4, 4), ...withFamily(v6, 6)];
  if (found.length > 0) return found;
  const isAbsent = answers.every((answer) => answer.status === "rejected" && absent.has(answer.reason?.code));
  if (!isAbsent) throw new Error(`no answer about ${name}`);
  return lookup(name, { all: true, order: "ipv4first" });
};

const absent = new Set(["ENOTFOUND", "ENODATA", "ECONNREFUSED", "EBADNAME", "EBADQUERY"]);

const withFamily = (addresses: string[] = [], family: 4 | 6): LookupAddress[] =>
  addresses.map((address) => ({ address, family }));
