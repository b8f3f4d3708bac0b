import { answeredFetch } from "./answeredFetch.ts";
import { pathformClient } from "./client.ts";
import { openSignInGate } from "./signInGate.ts";

export const signInGate = openSignInGate(answeredFetch);

/** The client of the dashboard's pages. Never gets a 401, because the gate waits for a new sign-in. */
export const api = pathformClient({ baseUrl: "", fetch: signInGate.fetch });

/** The client for signing in. */
export const entryApi = pathformClient({ baseUrl: "", fetch: answeredFetch });
