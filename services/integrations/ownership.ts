import type { Caller } from "../../shared/bus/contract.ts";
import { uuidPattern } from "../../shared/domain/schema.ts";
import { notFound, notOwner } from "../../shared/platform/errors.ts";
import type { IntegrationRow } from "./entities.ts";

/** Finds an integration for its owner: 404 for what does not exist, 403 for anybody else's (decisions §2). */
export async function owned(
  caller: Caller,
  id: string,
  find: (id: string) => Promise<IntegrationRow | null>,
): Promise<IntegrationRow> {
  const row = uuidPattern.test(id) ? await find(id) : null;
  if (!row) throw notFound("integration");
  if (row.account_id !== caller.account_id) throw notOwner("integration");
  return row;
}

/** The same under a type's path, where one of another type does not exist. */
export async function ownedOfType(
  caller: Caller,
  type: string,
  id: string,
  find: (id: string) => Promise<IntegrationRow | null>,
): Promise<IntegrationRow> {
  const row = await owned(caller, id, find);
  if (row.type !== type) throw notFound("integration");
  return row;
}
