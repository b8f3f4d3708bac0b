import { useQuery } from "@tanstack/react-query";
import type { Need } from "../../../../shared/api/access/allows.ts";
import { includes } from "../../../../shared/api/access/contained.ts";
import type { User } from "../../../../shared/api/shapes/auth.ts";
import { currentUser } from "./queryClient.ts";

/** Returns true if the user may do this in the whole workspace, or with the form of this ID. */
export type Can = (need: Need, formId?: string) => boolean;

/** The service decides. Pages leave out what it would refuse. */
export function rightsOf(user: User | null | undefined): Can {
  const workspace: User["workspace"] | undefined = user?.workspace;
  // a copy of the previous release knows owners alone
  if (workspace === undefined) return () => user != null;
  if (workspace === null) return () => false;
  const { capabilities, forms, deletes_at: deletesAt } = workspace;
  return (need, formId = "") => {
    if (deletesAt && need.endsWith(":write")) return false;
    if (need === "oneself" || need === "any role") return true;
    if (need === "member") return capabilities.includes("forms:read");
    return includes([...capabilities, ...(forms?.[formId] ?? [])], need);
  };
}

export function useCan(): Can {
  const { data: user } = useQuery(currentUser);
  return rightsOf(user);
}
