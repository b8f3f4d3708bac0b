/** The workspace of a page, if it isn't the user's default one. */
export interface WorkspaceSearch {
  workspace?: string | undefined;
}

const uuid = /^[0-9a-f-]{36}$/i;

export const readWorkspaceSearch = ({ workspace }: Record<string, unknown>): WorkspaceSearch =>
  typeof workspace === "string" && uuid.test(workspace) ? { workspace } : {};

interface Step {
  search: WorkspaceSearch;
  next: (search: WorkspaceSearch) => WorkspaceSearch;
}

/** Links lead to the same workspace unless they name another one. */
export function keepWorkspace({ search, next }: Step): WorkspaceSearch {
  const asked = next(search);
  return "workspace" in asked || search.workspace === undefined ? asked : { ...asked, workspace: search.workspace };
}
