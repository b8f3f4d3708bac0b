import { createHmac } from "node:crypto";
import { derivedKeys } from "../../../shared/platform/secretsKey.ts";
import type { Identities } from "../importing/response.ts";

/**
 * Returns keyed hashes of what makes a row unique in its form (wants §25), by the present key and the previous one, so that the database
 * doesn't tell whether a guessed id was imported. The first one is stored.
 */
export function keysOf(formId: string, identities: Identities): [string, ...string[]] {
  const keys = derivedKeys("imported rows");
  const [present, ...older] = identities.flatMap((identity) =>
    keys.map((key) =>
      createHmac("sha256", key)
        .update(JSON.stringify([formId, identity]))
        .digest("base64url"),
    ),
  );
  return [present as string, ...older];
}

/** Returns whether a row with these keys is known, and knows its first key from then on: another row can have the others. */
export function isKnown(known: Set<string>, [first, ...others]: readonly string[]): boolean {
  const was = (first !== undefined && known.has(first)) || others.some((key) => known.has(key));
  if (first !== undefined) known.add(first);
  return was;
}
