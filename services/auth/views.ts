import type { ApiKey, User } from "../../shared/domain/shapes/auth.ts";
import type { ApiKeyRow, UserRow } from "./entities.ts";

export function userView(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    account_id: row.account_id,
    created: row.created.toISOString(),
  };
}

/** A revoked or expired key is `inactive` (decisions §2). */
export function keyView(row: ApiKeyRow, now: Date): ApiKey {
  const isDead = Boolean(row.revoked) || (row.expires ? row.expires <= now : false);
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    created: row.created.toISOString(),
    last_used: row.last_used?.toISOString() ?? null,
    expires: row.expires?.toISOString() ?? null,
    status: isDead ? "inactive" : "active",
  };
}
