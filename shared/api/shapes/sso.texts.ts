import { texts } from "../../domain/texts.ts";
import { BackchannelLogoutBody, OidcCallbackQuery, OidcStartQuery, SsoLink } from "./sso.ts";

/** Texts of the API about the properties of sso.ts. */
export const ssoTexts = [
  texts(OidcStartQuery, {
    next: "Path of the page to open after signing in.",
    invitation: "Token of an invitation to accept. The issuer's address must be the invited one.",
  }),
  texts(OidcCallbackQuery, {
    state: "State that `start` gave to the issuer.",
    code: "Authorization code of the issuer.",
    error: "Error of the issuer, such as `access_denied`.",
    iss: "The issuer (RFC 9207).",
  }),
  texts(SsoLink, { url: "The issuer's page. Open it in the browser that sent the request." }),
  texts(BackchannelLogoutBody, { logout_token: "Logout token, signed by the issuer." }),
];
