import type pg from "pg";

/**
 * Forms that have or had an attachment. Their sessions' events wait in the outbox for integrations. For other sessions only
 * analytics follows the outbox, so their starts have no row there and their ends have one without a payload.
 *
 * A form is noted before its first attachment (`nextPosition`, events.ts), so every session that starts or completes after
 * the attachment was created writes an event. While the forms are unknown, all count as attached: the nil UUID stands for
 * them. That holds until integrations has reported its forms, and while a copy of an older version may still create an
 * attachment without noting its form.
 */
const allForms = "00000000-0000-0000-0000-000000000000";

/** After this, every copy that was called has responded (services/gateway/request/call.ts). */
const settledAfter = "30 seconds";

/** Returns an SQL condition: the form's events go to integrations. `formId` is SQL of a uuid. */
export const isAttached = (formId: string): string =>
  `exists (select from sessions.attached_forms a where a.form_id in (${formId}, '${allForms}'))`;

/** Returns a statement part that notes the form, or all forms for a null uuid. `formId` is SQL of a uuid. */
export const noteAttached = (formId: string): string => `
  insert into sessions.attached_forms as a (form_id) values (coalesce(${formId}, '${allForms}'))
  on conflict (form_id) do update set since = excluded.since where a.form_id = '${allForms}'`;

/** State of the forms that aren't named: none has an attachment, some may have one, or they follow in the next call. */
export type OtherForms = "none" | "unknown" | "follow";

/** Notes the forms. Returns whether it is known which forms have attachments, which takes a while after `unknown`. */
export async function noteAttachedForms(pool: pg.Pool, formIds: string[], others: OtherForms): Promise<boolean> {
  await pool.query("insert into sessions.attached_forms (form_id) select unnest($1::uuid[]) on conflict do nothing", [
    formIds,
  ]);
  if (others === "unknown") await pool.query(noteAttached("null::uuid"));
  if (others !== "none") return false;
  await pool.query(
    "delete from sessions.attached_forms where form_id = $1 and since < statement_timestamp() - $2::interval",
    [allForms, settledAfter],
  );
  const { rowCount } = await pool.query("select from sessions.attached_forms where form_id = $1", [allForms]);
  return rowCount === 0;
}
