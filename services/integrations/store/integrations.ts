import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import type { Paging } from "../../../shared/api/paging.ts";
import type { IntegrationType } from "../../../shared/domain/integrations/index.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { searched } from "../../../shared/platform/database/searched.ts";
import { Integration, type IntegrationRow } from "../entities.ts";

/** Email notifications share the table for their deliveries, and have their own store (mails.ts). */
export const notMail = { $ne: "mail" as IntegrationType };

export const directionOf = (paging: Paging) => (paging.ordering.descending ? "desc" : "asc");

export function listIntegrations(
  em: EntityManager,
  accountId: string,
  type: IntegrationType | null,
  paging: Paging,
): Promise<[IntegrationRow[], number]> {
  const direction = directionOf(paging);
  const field = paging.ordering.field === "name" ? "name" : "created";
  const where = {
    account_id: accountId,
    type: type ?? notMail,
    ...(paging.search ? searched(["name"], paging.search) : {}),
  };
  return em.findAndCount(Integration, where, {
    orderBy: [{ [field]: direction }, { id: direction }],
    limit: paging.limit,
    offset: paging.offset,
  });
}

/** Includes the token fields of an integration that is connected from the start. */
export type NewIntegration = Pick<
  IntegrationRow,
  "id" | "account_id" | "created_by" | "type" | "name" | "config" | "secrets" | "status"
> &
  Partial<Pick<IntegrationRow, "token_expires_at" | "instance_url" | "grant_revision">>;

export async function insertIntegration(em: EntityManager, fields: NewIntegration): Promise<IntegrationRow> {
  const row = em.create(Integration, fields);
  await em.persist(row).flush();
  return row;
}

export const findIntegration = (em: EntityManager, id: string): Promise<IntegrationRow | null> =>
  em.findOne(Integration, { id, type: notMail });

/** Locks an integration, so that concurrent updates merge one after another. */
export const lockIntegration = (em: EntityManager, id: string): Promise<IntegrationRow | null> =>
  em.findOne(Integration, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** Deletes an integration with its attachments, and forgets what it made. */
export async function deleteIntegration(em: EntityManager, id: string): Promise<void> {
  await rows(em, "delete from integrations.made where integration_id = $1", [id]);
  await em.nativeDelete(Integration, { id });
}
