import { type Capability, capabilities, fullScope } from "./capabilities.ts";
import { includes, wholeOf } from "./contained.ts";
import { gives, type Role } from "./roles.ts";

/**
 * Needs of an endpoint: capabilities, all of them, or
 * - `any role`: to be in the workspace, or its key
 * - `member`: a role that sees all forms, or a key
 * - `oneself`: to be signed in, even without a workspace
 */
export const needs = [...capabilities, "any role", "member", "oneself"] as const;
export type Need = (typeof needs)[number];
export type Needs = readonly Need[];

/** Rights of the whole workspace, and of single forms (teams §20.1). */
export interface Rights {
  key_id: string | null;
  /** null for a key, and for a person without a workspace */
  role?: Role | null;
  /** of the whole workspace; absent from a copy of the previous release, whose callers are owners */
  capabilities?: readonly Capability[];
  /** beside those: forms that are shared with a person; instead of those: a key's forms */
  forms?: Readonly<Record<string, readonly Capability[]>> | null;
  /** the workspace requires a second factor that the person lacks */
  lacks_second_factor?: true;
  /** the request's need; absent from a gateway of the previous release, which knows owners alone */
  needs?: Needs;
}

/** A form's id, or `workspace` for what belongs to no form, or `some form` where one form is enough. */
export type Extent = { form_id: string } | "workspace" | "some form";

/** Returns the first need that the caller lacks, or null. A right that is part of another one is asked for as that one. */
export function missing(caller: Rights, extent: Extent): Need | null {
  const { capabilities, needs = fullScope } = caller;
  if (capabilities === undefined) return null;
  const need = needs.find((one) => !has(caller, one, extent)) ?? null;
  return need && wholeOf(need);
}

export const allows = (caller: Rights, extent: Extent): boolean => missing(caller, extent) === null;

/** Returns whether there is a form for which the caller has its needs. */
export const allowsInSomeForm = (caller: Rights): boolean =>
  allows(caller, "workspace") || Object.keys(caller.forms ?? {}).some((id) => allows(caller, { form_id: id }));

/** Returns whether the caller gets personal data of a form's responses (wants §21.5). */
export const readsPersonal = (caller: Rights, extent: Extent): boolean =>
  allows({ ...caller, needs: ["responses:read"] }, extent);

function has(caller: Rights, need: Need, extent: Extent): boolean {
  if (need === "oneself") return true;
  if (caller.lacks_second_factor) return false;
  if (need === "any role") return caller.key_id !== null || Boolean(caller.role);
  if (need === "member") return caller.key_id !== null || gives(caller.role, "forms:read");
  if (caller.capabilities && includes(caller.capabilities, need)) return true;
  // a key of single forms writes nothing beside them
  if (extent === "some form" && caller.key_id !== null && !wholeOf(need).endsWith(":read")) return false;
  return formsOf(caller, extent).some((granted) => includes(granted, need));
}

function formsOf({ forms }: Rights, extent: Extent): (readonly Capability[])[] {
  if (!forms || extent === "workspace") return [];
  if (extent === "some form") return Object.values(forms);
  const granted = Object.hasOwn(forms, extent.form_id) ? forms[extent.form_id] : undefined;
  return granted ? [granted] : [];
}

/** Returns the forms whose rows a list may show, or null for all of the workspace. */
export function visibleForms(caller: Rights, need: Capability): string[] | null {
  if (!caller.capabilities || includes(caller.capabilities, need)) return null;
  return Object.entries(caller.forms ?? {}).flatMap(([id, granted]) => (includes(granted, need) ? [id] : []));
}
