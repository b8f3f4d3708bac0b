import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { newUuid } from "../../shared/ids.ts";
import type { Paging } from "../../shared/paging.ts";
import { Attachment, type AttachmentRow, Integration, type IntegrationRow } from "./entities.ts";
import type { IntegrationType } from "./types/index.ts";

/** All queries of integrations and attachments; those of deliveries stand in store/. */

/** Part of a name, without case (decisions §1); a sought `%` is a character like others. */
const contains = (search: string) => ({ $ilike: `%${search.replace(/[\\%_]/g, "\\$&")}%` });

const directionOf = (paging: Paging) => (paging.ordering.descending ? "desc" : "asc");

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
    ...(type ? { type } : {}),
    ...(paging.search ? { name: contains(paging.search) } : {}),
  };
  return em.findAndCount(Integration, where, {
    orderBy: [{ [field]: direction }, { id: direction }],
    limit: paging.limit,
    offset: paging.offset,
  });
}

export async function insertIntegration(
  em: EntityManager,
  fields: Omit<IntegrationRow, "created" | "modified" | "failing_since" | "secret_expiries">,
): Promise<IntegrationRow> {
  const row = em.create(Integration, fields);
  await em.persist(row).flush();
  return row;
}

export const findIntegration = (em: EntityManager, id: string): Promise<IntegrationRow | null> =>
  em.findOne(Integration, { id });

/** Changes of one integration take turns: each merges into what the one before it left. */
export const lockIntegration = (em: EntityManager, id: string): Promise<IntegrationRow | null> =>
  em.findOne(Integration, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** Its attachments go with it. */
export async function deleteIntegration(em: EntityManager, id: string): Promise<void> {
  await em.nativeDelete(Integration, { id });
}

export function listAttachments(em: EntityManager, formId: string, paging: Paging): Promise<[AttachmentRow[], number]> {
  const direction = directionOf(paging);
  const where = {
    form_id: formId,
    ...(paging.search ? { integration: { name: contains(paging.search) } } : {}),
  };
  return em.findAndCount(Attachment, where, {
    populate: ["integration"],
    orderBy: [
      paging.ordering.field === "name" ? { integration: { name: direction } } : { created: direction },
      { id: direction },
    ],
    limit: paging.limit,
    offset: paging.offset,
  });
}

/** Throws UniqueConstraintViolationException where the form has the integration already. */
export async function insertAttachment(
  em: EntityManager,
  fields: Pick<AttachmentRow, "form_id" | "integration" | "events">,
): Promise<AttachmentRow> {
  const row = em.create(Attachment, { id: newUuid(), ...fields });
  await em.persist(row).flush();
  return row;
}

/** An attachment of another form is none of this one (decisions §2). */
export const findAttachment = (em: EntityManager, formId: string, id: string): Promise<AttachmentRow | null> =>
  em.findOne(Attachment, { id, form_id: formId }, { populate: ["integration"] });

/** False when there was none. */
export async function deleteAttachment(em: EntityManager, formId: string, id: string): Promise<boolean> {
  return (await em.nativeDelete(Attachment, { id, form_id: formId })) > 0;
}
