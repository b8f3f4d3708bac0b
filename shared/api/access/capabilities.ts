/** Parts of roles, scopes of keys, needs of endpoints, and names in a 403 (teams §20.1). */
export const capabilities = [
  "forms:read",
  "forms:write",
  "insights:read",
  "responses:read",
  "responses:read_anonymous",
  "responses:write",
  "integrations:read",
  "integrations:write",
  "account:read",
  "keys:write",
  "audit:read",
  "members:read",
  "members:write",
  "workspace:write",
  "workspace:delete",
] as const;
export type Capability = (typeof capabilities)[number];

/** Access to responses, from least to most. `read_anonymous` is without personal data (wants §21.5). */
export const responseLevels = ["none", "read_anonymous", "read", "write"] as const;
export type ResponseLevel = (typeof responseLevels)[number];

/** Capabilities of the scope `*`, which are those of every key before there were scopes (teams §20.7). */
export const fullScope: readonly Capability[] = [
  "forms:read",
  "forms:write",
  "insights:read",
  "responses:read",
  "responses:write",
  "integrations:read",
  "integrations:write",
];

const levels: Record<ResponseLevel, readonly Capability[]> = {
  none: [],
  read_anonymous: ["responses:read_anonymous"],
  read: ["responses:read"],
  write: ["responses:read", "responses:write"],
};

export const responsesOf = (level: ResponseLevel): readonly Capability[] => levels[level];

/** Returns whether a level gives whole responses, with personal data. */
export const readsAll = (level: ResponseLevel): boolean => responsesOf(level).includes("responses:read");

/** Returns the levels that `readsAll` is true for, such as for SQL. */
export const levelsThatReadAll = (): ResponseLevel[] => responseLevels.filter(readsAll);

/** Returns what scopes contain: `*` its own list, a `:write` its `:read`. */
export function capabilitiesOfScopes(scopes: readonly string[]): Capability[] {
  const named = new Set<string>();
  for (const scope of scopes) {
    const parts = scope === "*" ? fullScope : [scope, scope.replace(/:write$/, ":read")];
    for (const part of parts) named.add(part);
  }
  return capabilities.filter((capability) => named.has(capability));
}
