const keyOf = (workspace: string): string => `pathform.begun.${workspace}`;

/** What this browser knows of a workspace's checklist: its Share page was opened, or the checklist is done or hidden. */
type Begun = "shared" | "done";

export const begun = (workspace: string): Begun | null => localStorage.getItem(keyOf(workspace)) as Begun | null;
export const setBegun = (workspace: string, value: Begun): void => localStorage.setItem(keyOf(workspace), value);
