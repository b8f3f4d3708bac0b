import type { EntityManager } from "@mikro-orm/postgresql";
import { located } from "../../shared/domain/graph/problem.ts";
import { reasonText } from "../../shared/domain/graph/reasonText.ts";
import type { Graph, Problem, Reason } from "../../shared/domain/graph/types.ts";
import { hostOf, imageIdIn, isImageAddress, isWebAddress } from "../../shared/domain/webAddress.ts";
import { storedImages } from "./store/images.ts";

/**
 * Error for an image URL (features §19): an http URL must have a host of this server, and the URL of an uploaded image
 * must name one that exists.
 */
export const imageFault = reasonText({ kind: "image_unknown" });

/** Returns the addresses that name no image of this server. */
export async function unknownImages(
  em: EntityManager,
  addresses: readonly string[],
  hosts: readonly string[],
): Promise<Set<string>> {
  const uploaded = addresses.filter((address) => isImageAddress(address) && !isWebAddress(address, ["https:"]));
  if (uploaded.length === 0) return new Set();
  const stored = await storedImages(
    em,
    uploaded.flatMap((address) => imageIdIn(address) ?? []),
  );
  const isOurs = (address: string) => address.startsWith("/") || hosts.includes(hostOf(address));
  return new Set(uploaded.filter((address) => !isOurs(address) || !stored.has(imageIdIn(address) ?? "")));
}

/** Returns problems for unknown images. `graph` is JSON, parsed only if needed. `hosts` are this server's. */
export async function imageProblems(em: EntityManager, graph: string, hosts: readonly string[]): Promise<Problem[]> {
  const addresses = [
    ...graph.matchAll(/"(?:image_)?url":"((?:http:\/\/[^"]*)?\/api\/v2\/r\/image\/[0-9a-f-]{36}\/)"/gi),
  ];
  const unknown = await unknownImages(em, [...new Set(addresses.map(([, address = ""]) => address))], hosts);
  if (unknown.size === 0) return [];
  const parsed: Graph = JSON.parse(graph);
  return parsed.nodes.flatMap((_, index) => nodeProblems(parsed, index, unknown));
}

const reason: Reason = { kind: "image_unknown" };

function nodeProblems(graph: Graph, index: number, unknown: ReadonlySet<string>): Problem[] {
  const { id, data } = graph.nodes[index] as Graph["nodes"][number];
  const options: ({ image_url?: string } | null)[] = Array.isArray(data?.config?.options) ? data.config.options : [];
  const named = [
    { keys: ["image", "url"], url: data?.image?.url },
    ...options.map((option, at) => ({ keys: ["config", "options", at, "image_url"], url: option?.image_url })),
  ];
  return named.flatMap(({ keys, url }): Problem[] => {
    if (!unknown.has(url ?? "")) return [];
    const at = ["nodes", index, "data", ...keys];
    return [located({ code: "bad_config", severity: "error", node_id: id, at, reason, example: null }, graph)];
  });
}
