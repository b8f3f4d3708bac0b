import { useQuery } from "@tanstack/react-query";
import { gives } from "../../../../shared/api/access/roles.ts";
import { entryOptionsQuery } from "../api/queries/account.ts";
import { workspacesQuery } from "../api/queries/workspaces.ts";

/** Returns whether the server lets this user create workspaces. False until it is known. */
export function useMayCreate(): boolean {
  const { data: options } = useQuery({ ...entryOptionsQuery, staleTime: 60_000 });
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  if (options?.workspace_creation !== "owners") return options?.workspace_creation === "anyone";
  return options.signup_open || workspaces.some(({ role }) => gives(role, "workspace:delete"));
}
