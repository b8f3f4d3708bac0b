import { useQuery } from "@tanstack/react-query";
import { canBeOpenedTo } from "../../../../../shared/api/access/roles.ts";
import { workspaceQuery } from "../../api/queries/workspaces.ts";
import { currentUser } from "../../api/queryClient.ts";
import { useCan } from "../../api/rights.ts";

/** Returns whether the user may give others access to a form: who changes members, and those whom the workspace lets. */
export function useCanShare(formId: string): boolean {
  const can = useCan();
  const { data: user } = useQuery(currentUser);
  const { id = "", role } = user?.workspace ?? {};
  const mayBeLet = canBeOpenedTo(role, "sharing") && can("forms:write", formId);
  const { data: workspace } = useQuery({ ...workspaceQuery(id), enabled: mayBeLet });
  return can("members:write") || (mayBeLet && workspace?.settings.sharing === "editors");
}
