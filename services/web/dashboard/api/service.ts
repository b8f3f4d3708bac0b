import { answeredFetch } from "./answeredFetch.ts";
import { pathformClient } from "./client.ts";
import { openSignInGate } from "./signInGate.ts";

export const signInGate = openSignInGate(answeredFetch);

/** What the dashboard's pages ask: never answered 401, since the gate waits for a new sign-in. */
export const api = pathformClient({ baseUrl: "", fetch: signInGate.fetch });

/** For signing in itself. */
export const entryApi = pathformClient({ baseUrl: "", fetch: answeredFetch });
