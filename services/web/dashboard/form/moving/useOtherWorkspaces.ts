import { useQuery } from "@tanstack/react-query";
import { gives } from "../../../../../shared/api/access/roles.ts";
import { workspacesQuery } from "../../api/queries/workspaces.ts";
import { currentUser } from "../../api/queryClient.ts";
import { useCan } from "../../api/rights.ts";

/** Returns the names of the workspaces that the user can move forms to, by ID. */
export function useOtherWorkspaces(): Record<string, string> {
  const can = useCan();
  const { data: user } = useQuery(currentUser);
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  if (!can("workspace:write")) return {};
  const others = workspaces.filter(
    ({ id, role, deletes_at: deletesAt }) =>
      id !== user?.workspace?.id && deletesAt === null && gives(role, "workspace:write"),
  );
  return Object.fromEntries(others.map(({ id, name }) => [id, name]));
}
