import type pg from "pg";

/**
 * The forms that have an attachment, or had one. What their sessions cause waits in the outbox for integrations; of all other
 * sessions only the search's follower hears, so their starts have no row there and their ends one without a payload.
 *
 * A form stands here before its first attachment does (`nextPosition`, events.ts), so whoever starts or completes a session after
 * an attachment was answered writes an event for it. Where that cannot be known, all forms are taken for attached: the nil UUID
 * stands for them. It does so until integrations has said which forms have attachments, and again while a copy of an older
 * version may answer or make an attachment without a word of its form.
 */
const allForms = "00000000-0000-0000-0000-000000000000";

/** A copy that was asked by then has answered, whatever came of it (services/gateway/request/call.ts). */
const settledAfter = "30 seconds";

/** An SQL condition: integrations hears of what happens to the form's sessions. `formId`: SQL of a uuid. */
export const isAttached = (formId: string): string =>
  `exists (select from sessions.attached_forms a where a.form_id in (${formId}, '${allForms}'))`;

/** A part of a statement that writes the form down; a null uuid for all of them. `formId`: SQL of a uuid. */
export const noteAttached = (formId: string): string => `
  insert into sessions.attached_forms as a (form_id) values (coalesce(${formId}, '${allForms}'))
  on conflict (form_id) do update set since = excluded.since where a.form_id = '${allForms}'`;

/** Of the forms that are not named: none has an attachment, some may, or they are named in the next call. */
export type OtherForms = "none" | "unknown" | "follow";

/** Whether it is known by now which forms have attachments: not for a while after it was `unknown`. */
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
