const keyOf = (workspace: string): string => `pathform.begun.${workspace}`;

/** State of a workspace's checklist in this browser: the Share page was opened from it, or it is done or hidden. */
type Begun = "shared" | "done";

export const begun = (workspace: string): Begun | null => localStorage.getItem(keyOf(workspace)) as Begun | null;
export const setBegun = (workspace: string, value: Begun): void => localStorage.setItem(keyOf(workspace), value);
