/**
 * The workspace of this tab: each request names it, so two tabs can be in two workspaces (teams §20.2). Without a choice, the service
 * takes the user's default one.
 */
const key = "pathform.workspace";

export const chosenWorkspace = (): string | null => sessionStorage.getItem(key);

export function chooseWorkspace(id: string | null): void {
  if (id === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, id);
}

const listeners = new Set<() => void>();

/** Calls `listener` after a 403: the user's role or the tab's workspace has changed. Returns a function that unsubscribes. */
export function onRefusal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Names the tab's workspace in each request. */
export const namingWorkspace =
  (send: typeof fetch): typeof fetch =>
  (input, init = {}) =>
    send(input, named(init, chosenWorkspace()));

/** Names the tab's workspace in each request. If a read is refused because its resource is in another one of the user, switches. */
export const inWorkspace =
  (send: typeof fetch): typeof fetch =>
  async (input, init = {}) => {
    const id = chosenWorkspace();
    const response = await send(input, named(init, id));
    if (response.status !== 403) return response;
    const other = await workspaceOf(response.clone());
    const isElsewhere = other !== null && other !== id && (init.method ?? "GET") === "GET";
    if (isElsewhere) chooseWorkspace(other);
    for (const listener of listeners) listener();
    return isElsewhere ? send(input, named(init, other)) : response;
  };

function named(init: RequestInit, id: string | null): RequestInit {
  if (id === null) return init;
  const headers = new Headers(init.headers);
  headers.set("Pathform-Workspace", id);
  return { ...init, headers };
}

async function workspaceOf(refusal: Response): Promise<string | null> {
  const body = (await refusal.json().catch(() => null)) as { workspace_id?: unknown } | null;
  return typeof body?.workspace_id === "string" ? body.workspace_id : null;
}

/** Names the tab's workspace in a link that the browser opens. */
export function linkInWorkspace(path: string): string {
  const id = chosenWorkspace();
  return id === null ? path : `${path}${path.includes("?") ? "&" : "?"}workspace=${id}`;
}
