import type { SignInMethod } from "../../shared/api/access/caller.ts";
import { capabilitiesOfScopes, type ResponseLevel } from "../../shared/api/access/capabilities.ts";
import {
  capabilitiesForForm,
  capabilitiesOf,
  type FormRole,
  type Openness,
  type Role,
} from "../../shared/api/access/roles.ts";
import type { Caller } from "../../shared/bus/contract.ts";

/** A person's place in a workspace, as found with their sign-in. */
export interface Membership {
  account_id: string;
  /** name of the workspace */
  workspace: string;
  settings: Partial<Settings>;
  deletes_at?: string | null;
  role: Role;
  responses: ResponseLevel;
  /** forms that are shared with the person */
  grants: Record<string, { role: FormRole; responses: ResponseLevel }> | null;
  /** today isn't noted yet */
  is_due: boolean;
}

/** Settings of a workspace. */
export interface Settings extends Openness {
  requires_second_factor: boolean;
}

export const opennessOf = ({ key_creation = "admins", sharing = "admins" }: Partial<Openness>): Openness => ({
  key_creation,
  sharing,
});

interface Person {
  user_id: string;
  name: string;
  home_id: string;
  workspaces: readonly string[];
  guest_forms?: Record<string, string[]> | null;
  has_second_factor: boolean;
  sign_in: SignInMethod | undefined;
}

/** Returns a person's rights in a workspace, or the person without rights if they are in none. */
export function callerOf(found: Person, membership: Membership | null): Caller {
  const { user_id, name, home_id, workspaces, guest_forms, has_second_factor, sign_in } = found;
  const person = {
    user_id,
    name,
    key_id: null,
    workspaces,
    ...(guest_forms && { guest_forms }),
    ...(sign_in && { sign_in }),
  };
  if (!membership) return { ...person, account_id: home_id, role: null, capabilities: [], forms: null };
  const { account_id, workspace, settings, deletes_at, role, responses, grants } = membership;
  // an issuer of single sign-on asks for its own second factor
  const lacks = settings.requires_second_factor && !has_second_factor && sign_in !== "sso";
  const forms = Object.entries(grants ?? {}).map(([id, grant]) => [
    id,
    capabilitiesForForm(grant.role, grant.responses),
  ]);
  return {
    ...person,
    account_id,
    workspace,
    role,
    responses,
    ...(lacks && { lacks_second_factor: true as const }),
    capabilities: capabilitiesOf(role, responses, opennessOf(settings)),
    forms: forms.length > 0 ? Object.fromEntries(forms) : null,
    ...(deletes_at && { deletes_at: new Date(deletes_at).toISOString() }),
  };
}

export interface KeyRights {
  key_id: string;
  account_id: string;
  user_id: string | null;
  name: string;
  workspace: string;
  scopes: string[];
  form_ids: string[] | null;
}

/** Returns what a key may do: its scopes, everywhere or for its forms alone (teams §20.7). */
export function keyCallerOf({ key_id, account_id, user_id, name, workspace, scopes, form_ids }: KeyRights): Caller {
  const capabilities = capabilitiesOfScopes(scopes);
  return {
    account_id,
    user_id,
    key_id,
    name,
    workspace,
    workspaces: [],
    role: null,
    capabilities: form_ids ? [] : capabilities,
    forms: form_ids && Object.fromEntries(form_ids.map((id) => [id, capabilities])),
  };
}
