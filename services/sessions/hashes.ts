import { createHash, createHmac } from "node:crypto";
import type { CompiledGraph } from "../../shared/domain/graph/compile.ts";
import type { Json } from "../../shared/domain/json.ts";
import { uniqueKey } from "../../shared/domain/questions/uniqueKey.ts";
import { derivedKeys } from "../../shared/platform/secretsKey.ts";

/** Keyed hashes of unique answers, so that the database tells neither the answers nor whether a guess is one. */
const keys = () => derivedKeys("unique");

/** Names the key that hashes now and the previous one, without telling them. */
export const hashKeyNames = (): [string, ...string[]] => {
  const [present, ...older] = keys().map((key) => createHash("sha256").update(key).digest("base64url").slice(0, 8));
  return [present as string, ...older];
};

/** Returns the hashes of an answer to a node, by the present key and the previous one. Null for types without unique answers. */
export function hashesOf(
  compiled: CompiledGraph,
  formId: string,
  nodeId: string,
  answer: Json | undefined,
): [string, ...string[]] | null {
  const question = compiled.nodes.get(nodeId)?.question;
  const key = question && answer !== undefined ? uniqueKey(question, answer) : null;
  if (key === null) return null;
  const [first, ...others] = keys().map((secret) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([formId, nodeId, key]))
      .digest("base64url"),
  );
  return [first as string, ...others];
}
