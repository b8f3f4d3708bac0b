import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import type { Paging } from "../../../shared/api/paging.ts";
import { searched } from "../../../shared/platform/database/searched.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { Attachment, type AttachmentRow } from "../entities.ts";
import { directionOf, notMail } from "./integrations.ts";

export function listAttachments(em: EntityManager, formId: string, paging: Paging): Promise<[AttachmentRow[], number]> {
  const direction = directionOf(paging);
  const where = {
    form_id: formId,
    integration: { type: notMail, ...(paging.search ? searched(["name"], paging.search) : {}) },
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

/** Lists the attachments of an integration by creation time. */
export const listOfIntegration = (
  em: EntityManager,
  integrationId: string,
  paging: Paging,
): Promise<[AttachmentRow[], number]> =>
  em.findAndCount(
    Attachment,
    { integration: integrationId },
    {
      orderBy: [{ created: directionOf(paging) }, { id: directionOf(paging) }],
      limit: paging.limit,
      offset: paging.offset,
    },
  );

/** Throws UniqueConstraintViolationException if the form already has the integration. */
export async function insertAttachment(
  em: EntityManager,
  fields: Pick<AttachmentRow, "form_id" | "integration" | "events" | "position" | "condition" | "personal">,
): Promise<AttachmentRow> {
  const row = em.create(Attachment, { id: newUuid(), ...fields });
  await em.persist(row).flush();
  return row;
}

/** Finds an attachment of this form (decisions §2). */
export const findAttachment = (em: EntityManager, formId: string, id: string): Promise<AttachmentRow | null> =>
  em.findOne(Attachment, { id, form_id: formId, integration: { type: notMail } }, { populate: ["integration"] });

/** Returns the ids of forms with an attachment, in order. */
export async function attachedForms(pool: pg.Pool, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ form_id: string }>(
    `select distinct form_id from integrations.attachments where $1::uuid is null or form_id > $1 order by form_id limit $2`,
    [after, limit],
  );
  return rows.map(({ form_id: id }) => id);
}

/** Returns the row, or null if there was none. */
export async function deleteAttachment(em: EntityManager, formId: string, id: string): Promise<AttachmentRow | null> {
  const row = await findAttachment(em, formId, id);
  return row !== null && (await em.nativeDelete(Attachment, { id })) > 0 ? row : null;
}
