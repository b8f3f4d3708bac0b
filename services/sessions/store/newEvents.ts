import type pg from "pg";
import { newOrderedUuid } from "../../../shared/platform/ids.ts";
import { isAttached } from "./attachedForms.ts";

/** A form as its sessions' events name it. */
export interface FormOfEvent {
  form_id: string;
  slug: string;
  title: string;
  /** Integrations gets its events (attachedForms.ts). */
  is_attached: boolean;
}

/** SQL columns of FormOfEvent, from a row `form`. */
export const formColumns = `form.form_id, form.slug, form.title, ${isAttached("form.form_id")} as is_attached`;

/** Reads a form for its events. Undefined if it was deleted. */
export async function formOfEvent(client: pg.ClientBase, formId: string): Promise<FormOfEvent | undefined> {
  const { rows } = await client.query<FormOfEvent>({
    name: "form-of-event",
    text: `select ${formColumns} from sessions.live_forms form where form.form_id = $1`,
    values: [formId],
  });
  return rows[0];
}

export interface NewEvent {
  /** Chosen here if null. */
  id: string | null;
  type: string;
  sessionId: string;
  now: Date;
  /** Payload, null if it is rebuilt when it is claimed. */
  session: unknown;
}

/** Inserts an event of a plain transaction. If integrations doesn't get it, only analytics follows it. */
export async function insertEvent(
  client: pg.ClientBase,
  form: FormOfEvent,
  { id, type, sessionId, now, session }: NewEvent,
  isAttachedForm = form.is_attached,
): Promise<void> {
  await client.query({
    name: "insert-event",
    text: `insert into sessions.events (id, type, session_id, form_id, occurred_at, form, session, acknowledged_at)
      values ($1, $2, $3, $4, $5, $6::json, $7::json, $8)`,
    values: [
      id ?? newOrderedUuid(),
      type,
      sessionId,
      form.form_id,
      now,
      JSON.stringify({ id: form.form_id, slug: form.slug, title: form.title }),
      isAttachedForm && session ? JSON.stringify(session) : null,
      isAttachedForm ? null : now,
    ],
  });
}
