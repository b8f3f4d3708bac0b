import { texts } from "../texts.ts";
import { BackchannelLogoutBody, SsoLink } from "./sso.ts";

/** Texts of the API about the properties of sso.ts. */
export const ssoTexts = [
  texts(SsoLink, { url: "The issuer's page. Open it in the browser that sent the request." }),
  texts(BackchannelLogoutBody, { logout_token: "Logout token, signed by the issuer." }),
];
