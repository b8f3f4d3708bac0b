import type { ApiKey } from "../../../../shared/api/shapes/auth.ts";
import { namedKey } from "../../strings/en/dashboard/developers.ts";

/** Returns the names of keys by id, as a choice among them shows them. */
export const keyNames = (keys: readonly ApiKey[]): Record<string, string> =>
  Object.fromEntries(keys.map(({ id, name, prefix }) => [id, namedKey(name, prefix)]));
