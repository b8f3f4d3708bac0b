import { Closed, Nullable, type Static, Timestamp, Type, Uuid } from "../schema.ts";

/** Accounts, sign-in and API keys (decisions §2). */
const email = () =>
  Type.String({
    minLength: 3,
    maxLength: 254,
    pattern: "^[^\\s@]+@[^\\s@]+$",
    patternMessage: "must be an email address",
  });
const newPassword = () => Type.String({ minLength: 10, maxLength: 1024 });
const name = () => Type.String({ minLength: 1, maxLength: 100 });

/** Options of the sign-in pages (decisions §9.3). */
export const EntryOptions = Closed({
  signup_open: Type.Boolean(),
  mail: Type.Boolean(),
  /** The first registration needs `setup`. */
  setup_required: Type.Boolean(),
});

export const RegisterBody = Closed({
  email: email(),
  password: newPassword(),
  name: name(),
  setup: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: "The token in the setup link of the server's log. Needed if `setup_required` is true, else ignored.",
    }),
  ),
});
export const LoginBody = Closed({ email: email(), password: Type.String({ maxLength: 1024 }) });
export const UpdateMeBody = Closed({
  name: Type.Optional(name()),
  password: Type.Optional(newPassword()),
  current_password: Type.Optional(Type.String({ maxLength: 1024 })),
});

export const ForgotBody = Closed({ email: email() });
export const ResetBody = Closed({ token: Type.String({ maxLength: 100 }), password: newPassword() });

export const User = Closed({
  id: Uuid(),
  email: Type.String(),
  name: Type.String(),
  account_id: Uuid(),
  created: Timestamp(),
});

export const CreateKeyBody = Closed({ name: name(), expires: Type.Optional(Nullable(Timestamp())) });

const keyFields = {
  id: Uuid(),
  name: Type.String(),
  /** `pf_` and 8 characters */
  prefix: Type.String(),
  created: Timestamp(),
  last_used: Nullable(Timestamp()),
  expires: Nullable(Timestamp()),
  status: Type.Enum(["active", "inactive"]),
};
export const ApiKey = Closed(keyFields);
/** The only response with the full key (spec §API key). */
export const CreatedApiKey = Closed({ ...keyFields, key: Type.String() });

export type EntryOptions = Static<typeof EntryOptions>;
export type RegisterBody = Static<typeof RegisterBody>;
export type LoginBody = Static<typeof LoginBody>;
export type UpdateMeBody = Static<typeof UpdateMeBody>;
export type ForgotBody = Static<typeof ForgotBody>;
export type ResetBody = Static<typeof ResetBody>;
export type User = Static<typeof User>;
export type CreateKeyBody = Static<typeof CreateKeyBody>;
export type ApiKey = Static<typeof ApiKey>;
export type CreatedApiKey = Static<typeof CreatedApiKey>;
