import { uuidPattern } from "../../../../shared/domain/formats.ts";

/** The workspace of a page, if it isn't the user's default one. */
export interface WorkspaceSearch {
  workspace?: string | undefined;
}

export const readWorkspaceSearch = ({ workspace }: Record<string, unknown>): WorkspaceSearch =>
  typeof workspace === "string" && uuidPattern.test(workspace) ? { workspace } : {};

interface Step {
  search: WorkspaceSearch;
  next: (search: WorkspaceSearch) => WorkspaceSearch;
}

/** Links lead to the same workspace unless they name another one. */
export function keepWorkspace({ search, next }: Step): WorkspaceSearch {
  const asked = next(search);
  return "workspace" in asked || search.workspace === undefined ? asked : { ...asked, workspace: search.workspace };
}
