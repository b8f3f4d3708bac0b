import { answeredFetch } from "./answeredFetch.ts";
import { pathformClient } from "./client.ts";
import { openSignInGate } from "./signInGate.ts";
import { inWorkspace, namingWorkspace } from "./workspace.ts";

export const signInGate = openSignInGate(inWorkspace(answeredFetch));

/** The client of the dashboard's pages. Never gets a 401, because the gate waits for a new sign-in. */
export const api = pathformClient({ baseUrl: "", fetch: signInGate.fetch });

/** The client for signing in. */
export const entryApi = pathformClient({ baseUrl: "", fetch: answeredFetch });

/** The client that reads the signed-in user, in the tab's workspace. */
export const userApi = pathformClient({ baseUrl: "", fetch: namingWorkspace(answeredFetch) });
