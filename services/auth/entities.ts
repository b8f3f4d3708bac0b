import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** Tables that the ORM reads and writes. Sign-ins are not among them: see store/signIns.ts. */
export const Account = defineEntity({
  name: "Account",
  schema: "auth",
  tableName: "accounts",
  properties: {
    id: p.uuid().primary(),
    created: p.datetime(6).defaultRaw("clock_timestamp()"),
  },
});

export const User = defineEntity({
  name: "User",
  schema: "auth",
  tableName: "users",
  properties: {
    id: p.uuid().primary(),
    account_id: p.uuid(),
    /** As typed. */
    email: p.text(),
    /** As compared, ignoring case (decisions §2). */
    email_key: p.text(),
    name: p.text(),
    password_hash: p.text(),
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
    /** The creator, whom `auth.me` returns. */
    user_id: p.uuid(),
    name: p.text(),
    prefix: p.text(),
    /** SHA-256 of the full key, which is not stored. */
    key_hash: p.blob(),
    created: p.datetime(6).defaultRaw("clock_timestamp()"),
    last_used: p.datetime(6).nullable(),
    expires: p.datetime(6).nullable(),
    revoked: p.datetime(6).nullable(),
  },
});

export type UserRow = InferEntity<typeof User>;
export type ApiKeyRow = InferEntity<typeof ApiKey>;
