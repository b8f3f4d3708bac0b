import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { Draft, type DraftRow, draftFields, type FormRow } from "../entities.ts";

/** With its graph; null when none was ever saved. */
export function findDraft(em: EntityManager, form: FormRow): Promise<DraftRow | null> {
  return em.findOne(Draft, { form_id: form.id }, { fields: draftFields }) as Promise<DraftRow | null>;
}

/** Without its graph: for the ETag, the title and the time. */
export function findDraftHead(em: EntityManager, form: FormRow): Promise<DraftRow | null> {
  return em.findOne(Draft, { form_id: form.id });
}

/**
 * Puts a graph, as JSON, into a form's one draft; `draft` is the one that there is. The caller holds the form's lock. The statement
 * is written out, since the ORM would copy and compare a megabyte that is only to be written once as text.
 */
export async function writeDraft(
  em: EntityManager,
  form: FormRow,
  draft: DraftRow | null,
  { title, graph }: { title: string; graph: string },
): Promise<DraftRow> {
  const row = { form_id: form.id, title, graph, revision: (draft?.revision ?? 0) + 1, saved_at: new Date() };
  await sql`insert into forms.drafts (form_id, title, graph, revision, saved_at)
    values (${row.form_id}, ${title}, ${graph}, ${row.revision}, ${row.saved_at})
    on conflict (form_id) do update set title = excluded.title, graph = excluded.graph,
      revision = excluded.revision, saved_at = excluded.saved_at`.execute(em.getKysely());
  return row as DraftRow;
}

/** PATCH `title` changes the draft too (decisions §3), and so its ETag: a stale editor must not put the old one back. */
export async function retitleDraft(em: EntityManager, form: FormRow): Promise<void> {
  const draft = await findDraftHead(em, form);
  if (!draft || draft.title === form.title) return;
  em.assign(draft, { title: form.title, revision: draft.revision + 1, saved_at: new Date() });
}
