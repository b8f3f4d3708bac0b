import type { Extent } from "../../shared/api/access/allows.ts";
import type { Caller } from "../../shared/bus/contract.ts";
import { uuidPattern } from "../../shared/domain/schema.ts";
import { checkAccess } from "../../shared/platform/access.ts";
import { notFound } from "../../shared/platform/errors.ts";
import type { IntegrationRow } from "./entities.ts";

/**
 * Finds an integration for its owner. 404 if unknown, 403 if another account's (decisions §2) or without the rights, of which one
 * to the form that `extent` names is enough.
 */
export async function owned(
  caller: Caller,
  id: string,
  find: (id: string) => Promise<IntegrationRow | null>,
  extent?: Extent,
): Promise<IntegrationRow> {
  const row = uuidPattern.test(id) ? await find(id) : null;
  if (!row) throw notFound("integration");
  checkAccess(caller, row, "integration", extent);
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
