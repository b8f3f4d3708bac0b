import { useQuery } from "@tanstack/react-query";
import type { Need } from "../../../../shared/domain/access/allows.ts";
import type { Capability } from "../../../../shared/domain/access/capabilities.ts";
import type { User } from "../../../../shared/domain/shapes/auth.ts";
import { currentUser } from "./queryClient.ts";

/** Returns true if the user may do this in the whole workspace, or with the form of this ID. */
export type Can = (need: Need, formId?: string) => boolean;

/** Rights to forms that are shared with the person, by form ID. */
interface Shared {
  forms?: Readonly<Record<string, readonly Capability[]>> | null;
}

/** The service decides. Pages leave out what it would refuse. */
export function rightsOf(user: User | null | undefined): Can {
  const workspace: (NonNullable<User["workspace"]> & Shared) | null | undefined = user?.workspace;
  // a copy of the previous release knows owners alone
  if (workspace === undefined) return () => user != null;
  if (workspace === null) return () => false;
  const { role, capabilities, forms } = workspace;
  return (need, formId = "") => {
    if (need === "oneself" || need === "any role") return true;
    if (need === "member") return role !== "guest";
    if (capabilities.includes(need)) return true;
    // a form that is there can be read
    return forms === undefined ? formId !== "" && isReading(need) : forms?.[formId]?.includes(need) === true;
  };
}

const isReading = (need: Need): boolean => need === "forms:read" || need === "insights:read";

export function useCan(): Can {
  const { data: user } = useQuery(currentUser);
  return rightsOf(user);
}
