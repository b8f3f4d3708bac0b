import { answeredFetch } from "./answeredFetch.ts";
import { pathformClient } from "./client.ts";
import { openSignInGate } from "./signInGate.ts";
import { inWorkspace, namingWorkspace } from "./workspace.ts";

export const signInGate = openSignInGate(inWorkspace(answeredFetch));

/** The client of the dashboard's pages. Never gets a 401, because the gate waits for a new sign-in. */
export const api = pathformClient({ baseUrl: "", fetch: signInGate.fetch });

/** The client for signing in. */
export const entryApi = pathformClient({ baseUrl: "", fetch: answeredFetch });

/** The client for requests in the background, in the tab's workspace. Its 401 opens no sign-in over the page. */
export const backgroundApi = pathformClient({ baseUrl: "", fetch: namingWorkspace(answeredFetch) });
