import { env } from "../../../shared/platform/env.ts";
import { forbidden, notFoundAs } from "../../../shared/platform/errors.ts";

/** Single sign-on, as an administrator set it (teams §20.14). */

/** Returns the offer of the sign-in page, or null. */
export function ssoOptions(): { name: string; only: boolean; auto: boolean } | null {
  const { OIDC_ISSUER_URL, OIDC_NAME, SSO_ONLY, OIDC_AUTO_REDIRECT } = env();
  return OIDC_ISSUER_URL ? { name: OIDC_NAME, only: SSO_ONLY, auto: OIDC_AUTO_REDIRECT } : null;
}

/** Returns the name of a person's single sign-on, or null if they have none, or the server has none anymore. */
export function ssoOf(hasIdentity: boolean): { name: string } | null {
  const options = ssoOptions();
  return hasIdentity && options ? { name: options.name } : null;
}

export function needSso(): void {
  if (!ssoOptions()) throw notFoundAs("This server has no single sign-on.");
}

/** Throws 403 where passwords are off. Their hashes stay, so that they work again without SSO_ONLY. */
export function refusePasswords(): void {
  const { SSO_ONLY, OIDC_NAME } = env();
  if (SSO_ONLY) throw forbidden(`This server signs in with ${OIDC_NAME}.`);
}
