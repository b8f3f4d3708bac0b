import { useQuery } from "@tanstack/react-query";
import { lowestRole } from "../../../../shared/api/access/roles.ts";
import { currentUser } from "../api/queryClient.ts";
import type { Self } from "./memberRights.ts";

/** The tab's workspace and the user in it, on pages that need one. */
export function useWorkspace(): { id: string; name: string; me: Self } {
  const { data: user } = useQuery(currentUser);
  const { id = "", name = "", role } = user?.workspace ?? {};
  return { id, name, me: { id: user?.id ?? "", role: role ?? lowestRole } };
}
