import { type Extent, missing, type Need } from "../api/access/allows.ts";
import type { Caller } from "../api/access/caller.ts";
import { conflict, forbidden, notOwner } from "./errors.ts";

/**
 * Throws 403 if it belongs to another workspace. A member there learns which, so that a page can switch (teams §20.2), and a guest of
 * the forms that are shared with them.
 */
export function checkOwner(
  { account_id: own, key_id, workspaces, guest_forms: guestForms = {} }: Caller,
  { account_id }: { account_id: string },
  what: string,
  extent: Extent = "workspace",
): void {
  if (account_id === own) return;
  const shared = guestForms[account_id];
  const isSeen = !shared || (typeof extent === "object" && shared.includes(extent.form_id));
  const isMember = key_id === null && workspaces?.includes(account_id) && isSeen;
  throw notOwner(what, isMember ? { workspace_id: account_id } : undefined);
}

/** Throws 403 if the caller's role, key or grant doesn't give what the request needs (teams §20.4). */
export function checkRights(caller: Caller, extent: Extent = "workspace"): void {
  const need = missing(caller, extent);
  if (need) throw refusal(caller, need);
}

/** Throws 403 unless it is the workspace's and the caller has the rights. */
export function checkAccess(caller: Caller, row: { account_id: string }, what: string, extent?: Extent): void {
  checkOwner(caller, row, what, extent);
  checkRights(caller, extent);
}

function refusal({ key_id, role, workspace, forms, lacks_second_factor }: Caller, need: Need) {
  if (lacks_second_factor)
    return forbidden(`"${workspace}" requires two-step sign-in. Turn it on under Security in your account.`, {
      code: "second_factor_required",
    });
  if (key_id === null && !role) return forbidden("You aren't in a workspace.", { code: "no_workspace" });
  const isForForms = Object.values(forms ?? {}).some((granted) => (granted as readonly Need[]).includes(need));
  if (key_id !== null && isForForms) return forbidden("This API key isn't for this form.", { needs: need });
  if (key_id !== null) return forbidden(`This API key has no scope ${need}.`, { needs: need });
  const ask = `Ask an owner or admin of "${workspace}".`;
  if (need === "member") return forbidden(`Guests can't do this. ${ask}`);
  return forbidden(`This needs the permission ${need}. ${ask}`, { needs: need });
}

/** Throws 409 for changes to a workspace that is going to be deleted (teams §20.20.11). `deletes_at`: an ISO time. */
export function refuseSuspended({ deletes_at }: { deletes_at?: string | null }): void {
  if (deletes_at) throw conflict("This workspace is going to be deleted.", { deletes_at });
}
