import { type Capability, capabilities, type ResponseLevel, responsesOf } from "./capabilities.ts";

/** Roles that may create keys and share forms (teams §20.2). */
export const openTo = ["admins", "editors"] as const;
export interface Openness {
  key_creation: (typeof openTo)[number];
  sharing: (typeof openTo)[number];
}

interface RoleRow {
  /** in the whole workspace, beside those to responses */
  capabilities: readonly Capability[];
  /** access to responses, unless another one is chosen */
  responses: ResponseLevel;
  /** people of the role have more or less access to responses */
  hasResponseChoice?: true;
  /** settings of the workspace that can let the role do more */
  openedBy?: readonly (keyof Openness)[];
}

const reading: readonly Capability[] = ["forms:read", "insights:read", "members:read"];
const editing: readonly Capability[] = [...reading, "forms:write", "integrations:read"];
const administering: readonly Capability[] = [
  ...editing,
  "integrations:write",
  "account:read",
  "keys:write",
  "audit:read",
  "members:write",
  "workspace:write",
];

/** From most to least (teams §20.3). Each role can be given by those above it. Other code asks the functions below. */
const table = {
  owner: { capabilities: [...administering, "workspace:delete"], responses: "write" },
  admin: { capabilities: administering, responses: "write" },
  editor: {
    capabilities: editing,
    responses: "write",
    hasResponseChoice: true,
    openedBy: ["key_creation", "sharing"],
  },
  viewer: { capabilities: reading, responses: "none", hasResponseChoice: true },
  guest: { capabilities: [], responses: "none" },
} satisfies Record<string, RoleRow>;

export type Role = keyof typeof table;
export const roles = Object.keys(table) as Role[];

/** Of who creates a workspace. It alone gives and takes every role, also itself. */
export const highestRole = "owner" as const satisfies Role;
/** Roles that a page invites people to. It lets owners be made of members alone. */
export type InvitedRole = Exclude<Role, typeof highestRole>;
/** Of people who have nothing but forms that are shared with them (teams §20.5). */
export const lowestRole = "guest" as const satisfies Role;
/** Proposed first by the page that invites people. */
export const proposedRole = "editor" as const satisfies Role;

/** Undefined for a role that only the next release knows. It gives nothing. */
const rowOf = (role: Role): RoleRow | undefined => (Object.hasOwn(table, role) ? table[role] : undefined);

const rank = (role: Role): number => (rowOf(role) ? roles.indexOf(role) : roles.length);

/** Returns whether a role is below another one. */
export const isBelow = (role: Role, other: Role): boolean => rank(role) > rank(other);

/** Returns whether everyone of a role may do this in the whole workspace, whatever its settings and their access to responses. */
export const gives = (role: Role | null | undefined, capability: Capability): boolean =>
  Boolean(role && givenTo(role, "none").includes(capability));

const givenTo = (role: Role, responses: ResponseLevel): Capability[] => [
  ...(rowOf(role)?.capabilities ?? []),
  ...responsesOf(responsesFor(role, responses)),
];

/** Returns the roles that `gives` is true for, such as for SQL. */
export const rolesWith = (capability: Capability): Role[] => roles.filter((role) => gives(role, capability));

/** Returns whether who changes members may give or take a role. A key may what all of them may. */
export function canGrant(giver: Role | null | undefined, role: Role): boolean {
  if (!giver) return rolesWith("members:write").every((one) => canGrant(one, role));
  return giver === highestRole || isBelow(role, giver);
}

/** Returns whether a workspace's setting can let a role do more. */
export const canBeOpenedTo = (role: Role | null | undefined, setting: keyof Openness): boolean =>
  Boolean(role && rowOf(role)?.openedBy?.includes(setting));

/** Returns whether people of a role can have an invitation to another one out, to the workspace or to single forms. */
export const canOffer = (giver: Role | null, role: Role): boolean =>
  gives(giver, "members:write") ? canGrant(giver, role) : role === lowestRole && canBeOpenedTo(giver, "sharing");

export const hasResponseChoice = (role: Role): boolean => rowOf(role)?.hasResponseChoice === true;

/** Returns the access to responses: what is asked for, where the role leaves a choice. */
export const responsesFor = (role: Role, asked: ResponseLevel | undefined): ResponseLevel =>
  (hasResponseChoice(role) && asked) || (rowOf(role)?.responses ?? "none");

/** Returns what a member may do in the whole workspace (teams §20.3). */
export function capabilitiesOf(role: Role, responses: ResponseLevel, open: Openness): Capability[] {
  const given = givenTo(role, responses);
  if (open.key_creation === "editors" && canBeOpenedTo(role, "key_creation")) given.push("keys:write");
  return capabilities.filter((capability) => given.includes(capability));
}

/** Roles for a single form, from most to least (teams §20.5), with what they give beside access to responses. */
const formTable = {
  editor: ["forms:read", "insights:read", "forms:write"],
  viewer: ["forms:read", "insights:read"],
} as const satisfies Record<string, readonly Capability[]>;

export type FormRole = keyof typeof formTable;
export const formRoles = Object.keys(formTable) as FormRole[];
export const highestFormRole = "editor" as const satisfies FormRole;
export const lowestFormRole = "viewer" as const satisfies FormRole;

/** Returns the capabilities for a shared form (teams §20.5). */
export const capabilitiesForForm = (role: FormRole, responses: ResponseLevel): Capability[] => [
  ...formTable[role],
  ...responsesOf(responses),
];
