import { Closed, EmailAddress, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";
import { signInMethods } from "../access/caller.ts";

/** Sign-ins, second factor and events of a person (teams §20.8). */
const Method = () => Type.Enum([...signInMethods]);

/** Events in a person's own list. */
export const userEventKinds = [
  "signed_in",
  "sign_in_failed",
  "signed_out",
  "password_changed",
  "password_reset",
  "email_changed",
  "second_factor_on",
  "second_factor_off",
  "recovery_code_used",
  "recovery_codes_replaced",
  "sso_linked",
  "sso_unlinked",
] as const;

export const OwnSignIn = Closed({
  id: Uuid(),
  /** such as `Firefox on Linux` */
  device: Nullable(Type.String()),
  address: Nullable(Type.String()),
  method: Method(),
  created: Timestamp(),
  /** to the hour */
  last_used: Timestamp(),
  expires: Timestamp(),
  is_current: Type.Boolean(),
});

export const UserEvent = Closed({
  id: Uuid(),
  kind: Type.Enum([...userEventKinds]),
  /** of a sign-in */
  method: Nullable(Method()),
  device: Nullable(Type.String()),
  address: Nullable(Type.String()),
  occurred_at: Timestamp(),
});

const password = () => Type.String({ maxLength: 1024 });
/** from the authenticator app, or a recovery code */
const code = () => Type.String({ minLength: 1, maxLength: 32 });

export const SecondFactor = Closed({
  is_enabled: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
  /** workspaces that require it of the person */
  required_by: Type.Array(Closed({ id: Uuid(), name: Type.String() })),
});
/** Without a password where the person has none, and signed in by SSO in the last 10 minutes. */
export const StartSecondFactorBody = Closed({ password: Type.Optional(password()) });
export const StartedSecondFactor = Closed({
  /** in base32 */
  secret: Type.String(),
  /** for a QR code */
  uri: Type.String(),
});
export const CodeBody = Closed({ code: code() });
export const DisableSecondFactorBody = Closed({ password: Type.Optional(password()), code: code() });
export const RecoveryCodes = Closed({ recovery_codes: Type.Array(Type.String()) });
export const LoginCodeBody = Closed({ challenge: Type.String({ minLength: 1, maxLength: 100 }), code: code() });

export const ChangeEmailBody = Closed({ email: EmailAddress(), password: Type.Optional(password()) });
/** The address that the account has again. */
export const UndoneEmail = Closed({ email: Type.String() });
/** The password or a code of the second factor. */
export const DeleteMeBody = Closed({ password: Type.Optional(password()), code: Type.Optional(code()) });

export type UserEventKind = (typeof userEventKinds)[number];
export type OwnSignIn = Static<typeof OwnSignIn>;
export type UserEvent = Static<typeof UserEvent>;
export type SecondFactor = Static<typeof SecondFactor>;
export type StartSecondFactorBody = Static<typeof StartSecondFactorBody>;
export type StartedSecondFactor = Static<typeof StartedSecondFactor>;
export type CodeBody = Static<typeof CodeBody>;
export type DisableSecondFactorBody = Static<typeof DisableSecondFactorBody>;
export type RecoveryCodes = Static<typeof RecoveryCodes>;
export type LoginCodeBody = Static<typeof LoginCodeBody>;
export type UndoneEmail = Static<typeof UndoneEmail>;
export type ChangeEmailBody = Static<typeof ChangeEmailBody>;
export type DeleteMeBody = Static<typeof DeleteMeBody>;
