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

/** From most to least (teams §20.3). */
export const roles = ["owner", "admin", "editor", "viewer", "guest"] as const;
export type Role = (typeof roles)[number];

/** Access to responses. */
export const responseLevels = ["none", "read", "write"] as const;
export type ResponseLevel = (typeof responseLevels)[number];

/** Role for a single form (teams §20.5). */
export const formRoles = ["editor", "viewer"] as const;
export type FormRole = (typeof formRoles)[number];

/** Roles that may create keys and share forms (teams §20.2). */
export const openTo = ["admins", "editors"] as const;
export interface Openness {
  key_creation: (typeof openTo)[number];
  sharing: (typeof openTo)[number];
}

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

const reading: readonly Capability[] = ["forms:read", "insights:read"];
const administering: readonly Capability[] = [
  ...fullScope,
  "account:read",
  "keys:write",
  "audit:read",
  "members:read",
  "members:write",
  "workspace:write",
];

export const responsesOf = (level: ResponseLevel): Capability[] =>
  level === "none" ? [] : level === "read" ? ["responses:read"] : ["responses:read", "responses:write"];

/** Returns what a member may do in the whole workspace (teams §20.3). Owners and admins read and write responses always. */
export function capabilitiesOf(role: Role, responses: ResponseLevel, open: Openness): Capability[] {
  switch (role) {
    case "owner":
      return [...administering, "workspace:delete"];
    case "admin":
      return [...administering];
    case "editor":
      return [
        ...reading,
        "forms:write",
        ...responsesOf(responses),
        "integrations:read",
        "members:read",
        ...(open.key_creation === "editors" ? (["keys:write"] as const) : []),
      ];
    case "viewer":
      return [...reading, ...responsesOf(responses), "members:read"];
    case "guest":
      return [];
  }
}

/** Returns the capabilities for a shared form (teams §20.5). */
export const capabilitiesForForm = (role: FormRole, responses: ResponseLevel): Capability[] => [
  ...reading,
  ...(role === "editor" ? (["forms:write"] as const) : []),
  ...responsesOf(responses),
];

/** Returns what scopes contain: `*` its own list, a `:write` its `:read`. */
export function capabilitiesOfScopes(scopes: readonly string[]): Capability[] {
  const named = new Set<string>();
  for (const scope of scopes) {
    const parts = scope === "*" ? fullScope : [scope, scope.replace(/:write$/, ":read")];
    for (const part of parts) named.add(part);
  }
  return capabilities.filter((capability) => named.has(capability));
}

/** Returns whether a role is below another one. */
export const isBelow = (role: Role, other: Role): boolean => roles.indexOf(role) > roles.indexOf(other);
