import type { Caller } from "../../shared/bus/contract.ts";
import { uuidPattern } from "../../shared/domain/schema.ts";
import { notFound, notOwner } from "../../shared/platform/errors.ts";
import type { IntegrationRow } from "./entities.ts";

/** Finds an integration for its owner. 404 if unknown, 403 if another account's (decisions §2). */
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

/** Finds an integration under its type's path. 404 if it has another type. */
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
