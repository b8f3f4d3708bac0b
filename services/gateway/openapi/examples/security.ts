import type {
  ChangeEmailBody,
  CodeBody,
  DeleteMeBody,
  DisableSecondFactorBody,
  LoginCodeBody,
  OwnSignIn,
  RecoveryCodes,
  SecondFactor,
  StartedSecondFactor,
  StartSecondFactorBody,
  UndoneEmail,
  UserEvent,
} from "../../../../shared/api/shapes/security.ts";
import type { LinkSsoBody, SsoLink } from "../../../../shared/api/shapes/sso.ts";

const password = "a long enough password";
const code = "287082";
const from = { device: "Firefox on Linux", address: "192.0.2.7" };
const created = "2026-01-31T09:30:00.000Z";

/** Examples of sign-ins and the second factor by shape name (examples.ts). */
export const securityExamples = {
  OwnSignIn: {
    id: "9d0e1f2a-3b4c-4d5e-8f60-718293a4b5c6",
    ...from,
    method: "password",
    created,
    last_used: "2026-02-03T14:00:00.000Z",
    expires: "2026-02-17T14:20:00.000Z",
    is_current: true,
  } satisfies OwnSignIn,
  UserEvent: {
    id: "0e1f2a3b-4c5d-4e6f-9071-8293a4b5c6d7",
    kind: "signed_in",
    method: "password",
    ...from,
    occurred_at: created,
  } satisfies UserEvent,
  SecondFactor: {
    is_enabled: true,
    recovery_codes_left: 9,
    required_by: [{ id: "9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b10", name: "Research" }],
  } satisfies SecondFactor,
  StartSecondFactorBody: { password } satisfies StartSecondFactorBody,
  UndoneEmail: { email: "ada@example.com" } satisfies UndoneEmail,
  StartedSecondFactor: {
    secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    uri: "otpauth://totp/Pathform:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Pathform",
  } satisfies StartedSecondFactor,
  CodeBody: { code } satisfies CodeBody,
  DisableSecondFactorBody: { password, code } satisfies DisableSecondFactorBody,
  RecoveryCodes: {
    recovery_codes: [
      ...["k7qm-29xd", "9fhw-c4tz", "p3vn-7krb", "2dxs-q8me", "w6jt-5hcy"],
      ...["b4rz-m9kf", "t8gp-3wnq", "6ych-d2vs", "h5ke-r7xj", "n2mf-4bpt"],
    ],
  } satisfies RecoveryCodes,
  LoginCodeBody: { challenge: "x".repeat(43), code } satisfies LoginCodeBody,
  ChangeEmailBody: { email: "ada@example.org", password } satisfies ChangeEmailBody,
  LinkSsoBody: { password } satisfies LinkSsoBody,
  SsoLink: {
    url: "https://login.northwind.example/authorize?client_id=pathform&response_type=code&scope=openid+email+profile&state=5kXZ",
  } satisfies SsoLink,
  DeleteMeBody: { password } satisfies DeleteMeBody,
};
