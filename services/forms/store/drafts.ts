import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { Draft, type DraftRow, draftFields, type FormRow } from "../entities.ts";

/** Reads the draft with its graph. Null if none was saved. */
export function findDraft(em: EntityManager, form: FormRow): Promise<DraftRow | null> {
  return em.findOne(Draft, { form_id: form.id }, { fields: draftFields }) as Promise<DraftRow | null>;
}

/** Reads the draft without its graph. */
export function findDraftHead(em: EntityManager, form: FormRow): Promise<DraftRow | null> {
  return em.findOne(Draft, { form_id: form.id });
}

interface NewDraft extends Pick<DraftRow, "title" | "saved_by" | "saved_by_name"> {
  graph: string;
}

/**
 * Replaces the graph (JSON) of a form's draft. `draft` is the current one. Call it with the form locked. Uses SQL,
 * because the ORM would copy and compare the whole graph.
 */
export async function writeDraft(
  em: EntityManager,
  form: FormRow,
  draft: DraftRow | null,
  { title, graph, ...by }: NewDraft,
): Promise<DraftRow> {
  const row = { form_id: form.id, title, graph, revision: (draft?.revision ?? 0) + 1, saved_at: new Date(), ...by };
  await sql`insert into forms.drafts (form_id, title, graph, revision, saved_at, saved_by, saved_by_name)
    values (${row.form_id}, ${title}, ${graph}, ${row.revision}, ${row.saved_at}, ${by.saved_by}, ${by.saved_by_name})
    on conflict (form_id) do update set title = excluded.title, graph = excluded.graph, revision = excluded.revision,
      saved_at = excluded.saved_at, saved_by = excluded.saved_by, saved_by_name = excluded.saved_by_name`.execute(
    em.getKysely(),
  );
  return row as DraftRow;
}

/** Changes the draft's title (decisions §3), and so its ETag: a stale editor can't restore the old title. */
export async function retitleDraft(em: EntityManager, form: FormRow): Promise<void> {
  const draft = await findDraftHead(em, form);
  if (!draft || draft.title === form.title) return;
  em.assign(draft, { title: form.title, revision: draft.revision + 1, saved_at: new Date() });
}
