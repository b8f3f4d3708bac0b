import { createHash } from "node:crypto";
import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomPKCECodeVerifier, randomState } from "openid-client";
import { ConnectQuery } from "../../../shared/api/shapes/integrations.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { ownPath } from "../../../shared/domain/webAddress.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { seal } from "../../../shared/platform/sealing.ts";
import { ownedOfType } from "../ownership.ts";
import { refuseFull } from "../quotas.ts";
import { insertState } from "../store/authorizations.ts";
import { findIntegration } from "../store/integrations.ts";
import { integrationsQuota } from "../store/quotas.ts";
import { clientOf } from "./grants.ts";
import { readyProvider } from "./provider.ts";

/** Time limit for the user at the provider (decisions §7). */
const stateMinutes = 10;

/**
 * Starts an authorization (RFC 6749 §4.1.1) with state and PKCE S256 (RFC 7636). The integration changes only in the
 * callback, so canceling at the provider leaves nothing behind.
 */
export const connect: Action<"integrations.connect"> = {
  params: { caller: "object", type: "string", query: queryRule(ConnectQuery), base_url: "string" },
  async handler(ctx) {
    const { caller, query, base_url } = ctx.params;
    const provider = readyProvider(ctx.params.type);
    const { integration_id = null, name = null } = query;
    if (integration_id !== null && name !== null) throw invalid(["name: must not be combined with integration_id"]);
    const returnTo = query.return_to === undefined ? null : returnPath(query.return_to, base_url);
    if (integration_id !== null) {
      const em = this.database.read(ctx);
      await ownedOfType(caller, provider.type, integration_id, (integrationId) => findIntegration(em, integrationId));
    } else {
      await refuseFull(this, ctx, integrationsQuota(caller.account_id));
    }
    const state = randomState();
    const verifier = randomPKCECodeVerifier();
    const { account_id, user_id } = caller;
    const authorization = { account_id, user_id, type: provider.type, integration_id, name, return_to: returnTo };
    const codeVerifier = seal(verifier, verifierContext(state));
    await insertState(
      this.database.pool,
      hashOf(state),
      { ...authorization, code_verifier: codeVerifier },
      stateMinutes,
    );
    const url = buildAuthorizationUrl(clientOf(provider), {
      ...provider.authorizeParams,
      redirect_uri: callbackAddress(base_url, provider.type),
      scope: provider.scopes.join(" "),
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    return { url: url.href };
  },
};

/** Returns the callback URL, with its slash, because providers compare it exactly. */
export const callbackAddress = (baseUrl: string, type: string): string =>
  `${baseUrl}/api/integrations/${type}/callback/`;

/** Hashes the state, so that a leaked table doesn't help to take over an authorization. */
export const hashOf = (state: string): Buffer => createHash("sha256").update(state).digest();

export const verifierContext = (state: string): string => `oauth/${hashOf(state).toString("hex")}`;

function returnPath(text: string, baseUrl: string): string {
  const path = ownPath(text, baseUrl);
  if (path === null) throw invalid([`return_to: must be a path or a URL that starts with ${new URL(baseUrl).origin}/`]);
  return path;
}
