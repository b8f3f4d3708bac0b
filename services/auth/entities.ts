import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import type { Settings } from "./callers.ts";

/** Tables that the ORM reads and writes. Sign-ins are not among them: see store/signIns.ts. */
export const Account = defineEntity({
  name: "Account",
  schema: "auth",
  tableName: "accounts",
  properties: {
    id: p.uuid().primary(),
    /** Empty without members: the home of a person who is only in other workspaces (migrations/0005-workspaces.ts). */
    name: p.text(),
    settings: p.json<Partial<Settings>>().defaultRaw("'{}'"),
    created: p.datetime(6).defaultRaw("clock_timestamp()"),
  },
});

export const User = defineEntity({
  name: "User",
  schema: "auth",
  tableName: "users",
  properties: {
    id: p.uuid().primary(),
    /** The workspace of a copy of the previous release (migrations/0005-workspaces.ts). */
    account_id: p.uuid(),
    default_account_id: p.uuid().nullable(),
    /** As typed. */
    email: p.text(),
    /** As compared, ignoring case (decisions §2). */
    email_key: p.text(),
    name: p.text(),
    password_hash: p.text(),
    has_password: p.boolean().default(true),
    email_verified: p.boolean().default(false),
    created: p.datetime(6).defaultRaw("clock_timestamp()"),
  },
});

export const ApiKey = defineEntity({
  name: "ApiKey",
  schema: "auth",
  tableName: "api_keys",
  properties: {
    id: p.uuid().primary(),
    account_id: p.uuid(),
    /** The creator, whom `auth.me` returns. Null once they are deleted. */
    user_id: p.uuid().nullable(),
    name: p.text(),
    prefix: p.text(),
    /** SHA-256 of the full key, which is not stored. */
    key_hash: p.blob(),
    scopes: p.array().defaultRaw("'{*}'"),
    form_ids: p.array().columnType("uuid[]").nullable(),
    allowed_addresses: p.array().nullable(),
    created: p.datetime(6).defaultRaw("clock_timestamp()"),
    last_used: p.datetime(6).nullable(),
    expires: p.datetime(6).nullable(),
    revoked: p.datetime(6).nullable(),
  },
});

export type AccountRow = InferEntity<typeof Account>;
export type UserRow = InferEntity<typeof User>;
export type ApiKeyRow = InferEntity<typeof ApiKey>;
