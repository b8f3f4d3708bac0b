import { Closed, EmailAddress, Name, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";
import { OwnWorkspace } from "./workspaces.ts";

/** Accounts, sign-in and API keys (decisions §2). */
/** The address of an account that exists. Older accounts can have addresses that are refused today. */
const knownAddress = () =>
  Type.String({
    minLength: 3,
    maxLength: 254,
    pattern: "^[^\\s@]+@[^\\s@]+$",
    patternMessage: "must be an email address",
  });
const newPassword = () => Type.String({ minLength: 10, maxLength: 1024 });

/** Options of the sign-in pages (decisions §9.3). */
export const EntryOptions = Closed({
  signup_open: Type.Boolean(),
  mail: Type.Boolean(),
  /** The first registration needs `setup`. */
  setup_required: Type.Boolean(),
  workspace_creation: Type.Enum(["owners", "anyone", "none"]),
  /** Single sign-on. `only`: instead of passwords. `auto`: the sign-in page opens it immediately. */
  sso: Nullable(Closed({ name: Type.String(), only: Type.Boolean(), auto: Type.Boolean() })),
});

export const RegisterBody = Closed({
  email: EmailAddress(),
  password: newPassword(),
  name: Name(),
  setup: Type.Optional(Type.String({ maxLength: 1024 })),
});
export const LoginBody = Closed({ email: knownAddress(), password: Type.String({ maxLength: 1024 }) });
export const UpdateMeBody = Closed({
  name: Type.Optional(Name()),
  password: Type.Optional(newPassword()),
  current_password: Type.Optional(Type.String({ maxLength: 1024 })),
});

export const ForgotBody = Closed({ email: knownAddress() });
export const ResetBody = Closed({ token: Type.String({ maxLength: 100 }), password: newPassword() });

export const User = Closed({
  id: Uuid(),
  email: Type.String(),
  name: Type.String(),
  account_id: Uuid(),
  created: Timestamp(),
  email_verified: Type.Boolean(),
  has_password: Type.Boolean(),
  has_second_factor: Type.Boolean(),
  sso: Nullable(Closed({ name: Type.String() })),
  default_workspace_id: Nullable(Uuid()),
  /** that of this request; null in no workspace */
  workspace: Nullable(OwnWorkspace),
});

/** Limits of a key: `*` for those of every key before there were scopes, or capabilities by name. */
export const scopes = [
  "*",
  "forms:read",
  "forms:write",
  "insights:read",
  "responses:read",
  "responses:write",
  "integrations:read",
  "integrations:write",
  "account:read",
  "members:read",
  "members:write",
  "audit:read",
] as const;
/** Named, because generators for Java don't compile enumerations of a list's items. */
export const Scope = Type.Enum([...scopes]);
const Scopes = () => Type.Array(Scope, { minItems: 1, uniqueItems: true });
const limits = {
  scopes: Type.Optional(Scopes()),
  form_ids: Type.Optional(Nullable(Type.Array(Uuid(), { minItems: 1, maxItems: 100, uniqueItems: true }))),
  allowed_addresses: Type.Optional(
    Nullable(Type.Array(Type.String({ maxLength: 50 }), { minItems: 1, maxItems: 20, uniqueItems: true })),
  ),
};

export const KeysQuery = Closed({ status: Type.Optional(Type.Enum(["active", "inactive"])) });
export const CreateKeyBody = Closed({ name: Name(), expires: Type.Optional(Nullable(Timestamp())), ...limits });
/** hours for which the old key still works */
export const RotateKeyBody = Closed({ grace_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: 168 })) });

const keyFields = {
  id: Uuid(),
  name: Type.String(),
  /** `pf_` and 8 characters */
  prefix: Type.String(),
  created: Timestamp(),
  last_used: Nullable(Timestamp()),
  expires: Nullable(Timestamp()),
  status: Type.Enum(["active", "inactive"]),
  scopes: Type.Array(Scope),
  form_ids: Nullable(Type.Array(Uuid())),
  allowed_addresses: Nullable(Type.Array(Type.String())),
  created_by: Nullable(Closed({ id: Uuid(), name: Type.String() })),
};
export const ApiKey = Closed(keyFields);
/** The only response with the full key (spec §API key). */
export const CreatedApiKey = Closed({ ...keyFields, key: Type.String() });

/** A key, for itself. */
export const OwnKey = Closed({
  id: Uuid(),
  name: Type.String(),
  prefix: Type.String(),
  scopes: Type.Array(Scope),
  form_ids: Nullable(Type.Array(Uuid())),
  expires: Nullable(Timestamp()),
  workspace: Closed({ id: Uuid(), name: Type.String() }),
});

/** The token of a link. */
export const TokenBody = Closed({ token: Type.String({ minLength: 1, maxLength: 100 }) });

export type EntryOptions = Static<typeof EntryOptions>;
export type RegisterBody = Static<typeof RegisterBody>;
export type LoginBody = Static<typeof LoginBody>;
export type UpdateMeBody = Static<typeof UpdateMeBody>;
export type ForgotBody = Static<typeof ForgotBody>;
export type ResetBody = Static<typeof ResetBody>;
export type User = Static<typeof User>;
export type KeysQuery = Static<typeof KeysQuery>;
export type CreateKeyBody = Static<typeof CreateKeyBody>;
export type RotateKeyBody = Static<typeof RotateKeyBody>;
export type OwnKey = Static<typeof OwnKey>;
export type TokenBody = Static<typeof TokenBody>;
export type ApiKey = Static<typeof ApiKey>;
export type CreatedApiKey = Static<typeof CreatedApiKey>;
