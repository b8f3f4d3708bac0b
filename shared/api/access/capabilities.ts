/** Parts of roles, scopes of keys, needs of endpoints, and names in a 403 (teams §20.1). */
export const capabilities = [
  "forms:read",
  "forms:write",
  "insights:read",
  "responses:read",
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

/** Access to responses. */
export const responseLevels = ["none", "read", "write"] as const;
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

export const responsesOf = (level: ResponseLevel): Capability[] =>
  level === "none" ? [] : level === "read" ? ["responses:read"] : ["responses:read", "responses:write"];

/** Returns what scopes contain: `*` its own list, a `:write` its `:read`. */
export function capabilitiesOfScopes(scopes: readonly string[]): Capability[] {
  const named = new Set<string>();
  for (const scope of scopes) {
    const parts = scope === "*" ? fullScope : [scope, scope.replace(/:write$/, ":read")];
    for (const part of parts) named.add(part);
  }
  return capabilities.filter((capability) => named.has(capability));
}
