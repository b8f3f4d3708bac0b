import { Closed, type Static, Type } from "../../domain/schema.ts";

/** Single sign-on (teams §20.9). */

/** Reasons in `/sign-in?error=`. */
export const ssoErrors = [
  "denied",
  "expired",
  "failed",
  "unavailable",
  "email_missing",
  "email_unverified",
  "domain",
  "no_role",
  "link_needed",
] as const;
export type SsoError = (typeof ssoErrors)[number];

export const OidcStartQuery = Closed({
  next: Type.Optional(Type.String({ maxLength: 2048 })),
  invitation: Type.Optional(Type.String({ maxLength: 100 })),
});

/** The issuer's answer (OpenID Connect Core §3.1.2.5, RFC 9207 §2). Unknown parameters are allowed, because issuers add some. */
export const OidcCallbackQuery = Type.Object({
  state: Type.Optional(Type.String({ maxLength: 500 })),
  code: Type.Optional(Type.String({ maxLength: 8192 })),
  error: Type.Optional(Type.String({ maxLength: 500 })),
  iss: Type.Optional(Type.String({ maxLength: 2048 })),
});

/** A person without password sends `{}` up to 10 minutes after a single sign-on. */
export const LinkSsoBody = Closed({
  password: Type.Optional(Type.String({ maxLength: 1024 })),
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
});
export const SsoLink = Closed({ url: Type.String() });

/** OpenID Connect Back-Channel Logout 1.0 §2.5 */
export const BackchannelLogoutBody = Closed({ logout_token: Type.String({ minLength: 1, maxLength: 16_384 }) });

export type OidcStartQuery = Static<typeof OidcStartQuery>;
export type OidcCallbackQuery = Static<typeof OidcCallbackQuery>;
export type LinkSsoBody = Static<typeof LinkSsoBody>;
export type SsoLink = Static<typeof SsoLink>;
export type BackchannelLogoutBody = Static<typeof BackchannelLogoutBody>;
