import type { EntityManager } from "@mikro-orm/postgresql";
import { buildAuthorizationUrl, buildEndSessionUrl, calculatePKCECodeChallenge, randomState } from "openid-client";
import type { OidcCallbackQuery, SsoError } from "../../../shared/api/shapes/sso.ts";
import type { Action, Ctx } from "../../../shared/bus/calls.ts";
import type { Origin } from "../../../shared/bus/contract.ts";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { ownPath } from "../../../shared/domain/webAddress.ts";
import { env } from "../../../shared/platform/env.ts";
import { badRequest, conflict, notFoundAs, unavailable } from "../../../shared/platform/errors.ts";
import { newToken } from "../credentials.ts";
import { authJobs } from "../jobs.ts";
import { emailSecurityChange, post } from "../letters/post.ts";
import { proveAgain, signedInUser } from "../proof.ts";
import type { AuthService } from "../service.ts";
import { type Claims, emailIn, groupsIn } from "../sso/claims.ts";
import { type Arrival, exchangeCode, issuerClient, problemOf, reasonOf, secretsOf } from "../sso/issuer.ts";
import { readLogoutToken } from "../sso/logoutToken.ts";
import { type Entered, enterBySso, type Refused } from "../sso/person.ts";
import { needSso, ssoOptions } from "../sso/settings.ts";
import { isTaken } from "../store/emailChanges.ts";
import * as identities from "../store/identities.ts";
import { findByToken } from "../store/invitations.ts";
import { nameOfWorkspace } from "../store/people.ts";
import { deleteSignIn, findSignIn, holdSignIn } from "../store/signIns.ts";
import { recordUserEvent } from "../store/userEvents.ts";
import { findUser } from "../store/users.ts";
import { insertVerification } from "../store/verifications.ts";

/** Single sign-on by OpenID Connect: code flow with PKCE, state and nonce (teams §20.9). */

/** The page that shows why single sign-on failed, and where a person links it. */
const signInPage = "/sign-in";
const securityPage = "/settings/security";

/** GET /auth/oidc/start/: the issuer's page. `browser`: the value of the cookie that binds the state to this browser, or empty. */
export const startSso: Action<"auth.startSso", AuthService> = {
  params: { query: "object", browser: "string", base_url: "string" },
  async handler(ctx) {
    needSso();
    const { query, base_url } = ctx.params;
    const next = query.next === undefined ? null : ownPath(query.next, base_url);
    const invitation = query.invitation && (await findByToken(this.database.read(ctx), query.invitation));
    const begun = { next, invitation_id: invitation ? invitation.id : null, user_id: null };
    try {
      return await begin(this, ctx, begun);
    } catch (error) {
      if (problemOf(error) !== "unavailable") throw error;
      this.logger.warn(`Failed to reach the issuer of single sign-on: ${reasonOf(error)}`);
      return { location: pageWith(base_url, signInPage, "unavailable", next), browser: null };
    }
  },
};

/** POST /auth/oidc/link/: the issuer's page, from which the signed-in person comes back linked. */
export const linkSso: Action<"auth.linkSso", AuthService> = {
  params: { caller: "object", token: "string", body: "object", browser: "string", base_url: "string" },
  async handler(ctx) {
    needSso();
    const user = await proveAgain(this, ctx, ctx.params.body);
    try {
      const begun = { next: securityPage, invitation_id: null, user_id: user.id };
      const { location, browser } = await begin(this, ctx, begun);
      return { url: location, browser };
    } catch (error) {
      if (problemOf(error) !== "unavailable") throw error;
      throw unavailable(`${ssoOptions()?.name} doesn't respond. Try again shortly.`);
    }
  },
};

/** DELETE /auth/oidc/link/: ends the person's single sign-on and its sign-ins (teams §20.21.1). */
export const unlinkSso: Action<"auth.unlinkSso", AuthService> = {
  params: { caller: "object", token: "string", body: "object" },
  async handler(ctx) {
    needSso();
    const { has_password: hasPassword } = await signedInUser(this, ctx);
    if (!hasPassword || env().SSO_ONLY) throw conflict("This is the only way to sign in to this account.");
    const user = await proveAgain(this, ctx, ctx.params.body);
    await this.database.write(ctx, async (em) => {
      if (!(await identities.deleteIdentities(em, user.id))) throw notFoundAs("Single sign-on isn't linked.");
      await recordUserEvent(em, user.id, "sso_unlinked", ctx.meta.origin);
      await emailSecurityChange(em, user, "sso_unlinked", ctx.meta.origin);
    });
    return null;
  },
};

/** Keeps a state for this browser. One cookie serves all its tabs: the rest follows from it and the state. */
async function begin(
  { database }: AuthService,
  ctx: Ctx<{ browser: string; base_url: string }>,
  row: identities.OidcState,
): Promise<{ location: string; browser: string }> {
  const client = await issuerClient();
  const browser = /^[\w-]{43}$/.test(ctx.params.browser) ? ctx.params.browser : newToken();
  const state = randomState();
  const { verifier, nonce } = secretsOf(browser, state);
  await database.write(ctx, (em) => identities.insertState(em, state, browser, row));
  const { href } = buildAuthorizationUrl(client, {
    redirect_uri: callbackAddress(ctx.params.base_url),
    scope: env().OIDC_SCOPES,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return { location: href, browser };
}

const callbackAddress = (baseUrl: string): string => `${baseUrl}/api/auth/oidc/callback/`;

/** Returns the absolute URL of a page with the reason. */
function pageWith(baseUrl: string, page: string, error: SsoError, next: string | null = null): string {
  const query = new URLSearchParams({ error, ...(next !== null && { next }) });
  return `${baseUrl}${page}?${query}`;
}

/** GET /auth/oidc/callback/: signs in, or links. `token`: of the sign-in cookie. */
export const finishSso: Action<"auth.finishSso", AuthService> = {
  params: { query: "object", browser: "string", token: "string", base_url: "string" },
  async handler(ctx) {
    needSso();
    const { query, browser, base_url } = ctx.params;
    const state = await this.database.write(ctx, (em) => identities.takeState(em, query.state ?? "", browser));
    if (!state) return { location: pageWith(base_url, signInPage, "expired"), token: null };
    const page = state.user_id === null ? signInPage : securityPage;
    const refuse = (error: SsoError) => ({
      location: pageWith(base_url, page, error, state.user_id === null ? state.next : null),
      token: null,
    });
    const arrival = await arrive(this, query, browser, base_url);
    if (typeof arrival === "string") return refuse(arrival);
    const entered =
      state.user_id === null
        ? await signInAs(this, ctx, state, arrival)
        : await linkTo(this, ctx, state.user_id, arrival);
    if ("error" in entered) return refuse(entered.error);
    return { location: new URL(base_url).origin + (state.next ?? "/"), token: entered.token };
  },
};

/** Returns whom the issuer proved, or why it didn't. */
async function arrive(
  { logger }: AuthService,
  { state = "", code, error, iss }: OidcCallbackQuery,
  browser: string,
  baseUrl: string,
): Promise<Arrival | SsoError> {
  const callback = new URL(callbackAddress(baseUrl));
  for (const [name, value] of Object.entries({ state, code, error, iss }))
    if (value !== undefined) callback.searchParams.set(name, value);
  try {
    return await exchangeCode(callback, state, browser, lacksSomething);
  } catch (problem) {
    const reason = problemOf(problem);
    if (reason !== "denied") logger.warn(`Failed to sign in by single sign-on: ${reasonOf(problem)}`);
    return reason;
  }
}

/** Whether the ID token has too little, so that the userinfo endpoint is asked. */
function lacksSomething(claims: Claims): boolean {
  const { OIDC_ROLES_CLAIM: claim } = env();
  return (
    !emailIn([claims], false).is_verified ||
    (claims.name === undefined && claims.preferred_username === undefined) ||
    (claim !== "" && groupsIn([claims], claim) === "unknown")
  );
}

async function signInAs(
  service: AuthService,
  ctx: Ctx<{ base_url: string }>,
  { invitation_id }: identities.OidcState,
  arrival: Arrival,
): Promise<Entered | Refused> {
  const { database, logger: log } = service;
  const context = {
    arrival,
    invitation_id,
    origin: ctx.meta.origin,
    log,
  };
  const enter = () =>
    database.write(ctx, async (em) => {
      const outcome = await enterBySso(em, context);
      if (!("error" in outcome)) await tell(em, outcome, ctx.meta.origin);
      return outcome;
    });
  // another sign-in of the same person came first, who is known now
  const outcome = await enter().catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    return enter();
  });
  if ("error" in outcome) await mailVerification(service, ctx, outcome);
  return outcome;
}

async function tell(
  em: EntityManager,
  { user, linked, added, kept }: Entered,
  origin: Origin | undefined,
): Promise<void> {
  const { OIDC_NAME: name } = env();
  if (linked) await emailSecurityChange(em, user, linked, origin);
  for (const [id, role] of added) {
    const workspace = (await nameOfWorkspace(em, id)) ?? "";
    await post(em, "added", user, { by: name, workspace, role }, { account_id: id });
  }
  const message = `${name} no longer gives ${user.name} the role owner, but they stay, because the workspace has no other owner.`;
  for (const id of kept)
    await authJobs.add(em, "notice", {
      account_id: id,
      data: { account_id: id, kind: "sso_kept_owner", message, key: `sso kept owner ${user.id}`, form_slug: null },
    });
}

/** The person can prove the address here, too. As a stranger may have chosen the password, the link ends it. */
async function mailVerification(
  { database, mail }: AuthService,
  ctx: Ctx<{ base_url: string }>,
  { mail: user }: Refused,
): Promise<void> {
  if (!user || !mail) return;
  const token = newToken();
  const link = `${ctx.params.base_url}/verify-email?token=${token}`;
  await database.write(ctx, async (em) => {
    if (await insertVerification(em, user, token, true))
      await post(em, "ssoVerification", user, { sso: env().OIDC_NAME, link });
  });
}

/** The browser must still be signed in as the person who started it. */
async function linkTo(
  service: AuthService,
  ctx: Ctx<{ token: string }>,
  userId: string,
  arrival: Arrival,
): Promise<{ token: null } | { error: SsoError }> {
  const isLinked = await service.database
    .write(ctx, async (em) => {
      // its end waits for the link, and then ends it, too
      if (!(await holdSignIn(em, ctx.params.token, userId))) return null;
      await identities.replaceIdentity(em, userId, arrival, await isProvedFor(em, userId, arrival));
      await recordUserEvent(em, userId, "sso_linked", ctx.meta.origin);
      const user = await findUser(em, userId);
      if (user) await emailSecurityChange(em, user, "sso_linked", ctx.meta.origin);
      return true;
    })
    .catch((error: unknown) => {
      // it is another person's
      if (isTaken(error)) return false;
      throw error;
    });
  if (isLinked === null) return { error: "expired" };
  if (!isLinked) return { error: "failed" };
  return { token: null };
}

/** Whether the issuer proved the address that the person has here. */
async function isProvedFor(em: EntityManager, userId: string, { claims }: Arrival): Promise<boolean> {
  const { email, is_verified: isVerified } = emailIn(claims, env().OIDC_TRUST_EMAIL);
  return isVerified && email !== null && (await findUser(em, userId))?.email_key === emailKey(email);
}

/** POST /auth/oidc/backchannel-logout/: the issuer ends sign-ins immediately. */
export const backchannelLogout: Action<"auth.backchannelLogout", AuthService> = {
  params: { body: "object" },
  async handler(ctx) {
    needSso();
    const ended = await readLogoutToken(ctx.params.body.logout_token).catch((error: unknown) => {
      this.logger.warn(`Refused a logout token: ${reasonOf(error)}`);
      throw badRequest("The logout token isn't valid.");
    });
    await this.database.write(ctx, async (em) => {
      for (const userId of await identities.endSsoSignIns(em, ended))
        await recordUserEvent(em, userId, "signed_out", undefined);
    });
    return null;
  },
};

/** GET /auth/oidc/logout/: ends the own sign-in, then the issuer's session if it began there. */
export const logoutSso: Action<"auth.logoutSso", AuthService> = {
  params: { token: "string", base_url: "string" },
  async handler(ctx) {
    const { token, base_url } = ctx.params;
    const found = token ? await findSignIn(this.database.pool, token, null) : null;
    if (found) await this.database.write(ctx, (em) => deleteSignIn(em, token));
    const page = `${base_url}${signInPage}?signed_out=true`;
    if (found?.sign_in !== "sso" || !ssoOptions()) return { location: page };
    try {
      const client = await issuerClient();
      if (!client.serverMetadata().end_session_endpoint) return { location: page };
      return { location: buildEndSessionUrl(client, { post_logout_redirect_uri: page }).href };
    } catch {
      // signed out here, which is what was asked
      return { location: page };
    }
  },
};
