import { texts } from "../../domain/texts.ts";
import * as security from "./security.ts";
import { LinkSsoBody } from "./sso.ts";

/** Texts of the API about the properties of security.ts. */
export const securityTexts = [
  texts(security.OwnSignIn, {
    id: "ID of the sign-in.",
    device: "Browser and system, such as `Firefox on Linux`. Null if they aren't known.",
    address: "IP address. Null if it isn't known.",
    method: "`link` is an administrator's link.",
    created: "Time of the sign-in.",
    last_used: "Last hour in which it was used.",
    expires: "Time when it ends without further use.",
    is_current: "True for the one that sent this request.",
  }),
  texts(security.UserEvent, {
    id: "ID of the event.",
    kind: "Kind of the event, such as `signed_in`.",
    method: "How the person signed in. Null for other events.",
    device: "Browser and system. Null if they aren't known.",
    address: "IP address. Null for an administrator's command.",
    occurred_at: "Time of the event.",
  }),
  texts(
    [
      security.SecondFactor,
      security.StartSecondFactorBody,
      security.StartedSecondFactor,
      security.CodeBody,
      security.DisableSecondFactorBody,
      security.RecoveryCodes,
      security.LoginCodeBody,
      security.ChangeEmailBody,
    ],
    {
      is_enabled: "True if signing in needs a code, too.",
      recovery_codes_left: "Recovery codes that weren't used.",
      required_by: ["Workspaces that require it.", { id: "ID of the workspace.", name: "Name of the workspace." }],
      password: "The current password. Not for a person without one.",
      secret: "Key to type into the app, in base32.",
      uri: "The same key as an address, for a QR code.",
      code: "Code of the app, or a recovery code.",
      recovery_codes: "Codes that sign in once each, without the app.",
      challenge: "From the response to the first step.",
      email: "The new address.",
    },
  ),
  texts(security.UndoneEmail, { email: "The address that the account has again." }),
  texts([security.DeleteMeBody, LinkSsoBody], {
    password: "Your password, unless you have none or send a code.",
    code: "A code of your authenticator app, or a recovery code, in place of the password.",
  }),
];
