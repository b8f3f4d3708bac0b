import { capabilitiesOfScopes } from "../../../../shared/api/access/capabilities.ts";
import type { ApiKey } from "../../../../shared/api/shapes/auth.ts";
import type { Can } from "../api/rights.ts";

/** Scopes of a key as people choose them: a level for each kind of thing. */
export type Scope = ApiKey["scopes"][number];
export type Level = "none" | "read" | "write";

/** Kinds in order, each with its levels. A key of single forms has the first three alone (teams §20.7). */
export const kinds = {
  forms: ["none", "read", "write"],
  responses: ["none", "read", "write"],
  insights: ["none", "read"],
  integrations: ["none", "read", "write"],
  members: ["none", "read", "write"],
  account: ["none", "read"],
  audit: ["none", "read"],
} as const satisfies Record<string, readonly Level[]>;
export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];
export const ofForms: readonly Kind[] = ["forms", "responses", "insights"];

export type Levels = Readonly<Record<Kind, Level>>;

const nothing: Levels = {
  forms: "none",
  responses: "none",
  insights: "none",
  integrations: "none",
  members: "none",
  account: "none",
  audit: "none",
};

/** Sets of levels to start from. */
export const presets = {
  full: { ...nothing, forms: "write", responses: "write", insights: "read", integrations: "write" },
  read: { ...nothing, forms: "read", responses: "read", insights: "read" },
  export: { ...nothing, responses: "read" },
  build: { ...nothing, forms: "write" },
} as const satisfies Record<string, Levels>;
export type Preset = keyof typeof presets;
export const presetNames = Object.keys(presets) as Preset[];

/** Returns the levels without what a key of single forms can't have. */
export const levelsForForms = (levels: Levels): Levels =>
  Object.fromEntries(kindNames.map((kind) => [kind, ofForms.includes(kind) ? levels[kind] : "none"])) as Levels;

/** Returns the scopes to ask for. Full access to all forms is `*`. */
export function scopesOf(levels: Levels, isForForms: boolean): Scope[] {
  if (!isForForms && presetOf(levels) === "full") return ["*"];
  return kindNames.filter((kind) => levels[kind] !== "none").map((kind) => `${kind}:${levels[kind]}` as Scope);
}

/** Returns the levels that a key's scopes mean. */
export function levelsOf(scopes: readonly string[]): Levels {
  const held: readonly string[] = capabilitiesOfScopes(scopes);
  const levelOf = (kind: Kind) => kinds[kind].findLast((level) => held.includes(`${kind}:${level}`)) ?? "none";
  return Object.fromEntries(kindNames.map((kind) => [kind, levelOf(kind)])) as Levels;
}

/** Returns the preset with these levels, or null. */
export const presetOf = (levels: Levels): Preset | null =>
  presetNames.find((name) => kindNames.every((kind) => presets[name][kind] === levels[kind])) ?? null;

/** Returns whether the user may give a key these levels: up to their own. */
export const isWithin = (levels: Levels, can: Can): boolean =>
  capabilitiesOfScopes(scopesOf(levels, false)).every((capability) => can(capability));
