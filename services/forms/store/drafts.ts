import type { EntityManager } from "@mikro-orm/postgresql";
import type { Graph } from "../../../shared/graph/types.ts";
import { Draft, type DraftRow, type FormRow } from "../entities.ts";

/** With its graph; null when none was ever saved. */
export function findDraft(em: EntityManager, form: FormRow): Promise<DraftRow | null> {
  return em.findOne(Draft, { form_id: form.id }, { populate: ["graph"] });
}

/** Without its graph: for the ETag, the title and the time. */
export function findDraftHead(em: EntityManager, form: FormRow): Promise<DraftRow | null> {
  return em.findOne(Draft, { form_id: form.id });
}

/** Puts a graph into a form's one draft; `draft` is the one that there is. The caller holds the form's lock. */
export function writeDraft(
  em: EntityManager,
  form: FormRow,
  draft: DraftRow | null,
  content: { title: string; graph: Graph },
): DraftRow {
  const next = { ...content, revision: (draft?.revision ?? 0) + 1, saved_at: new Date() };
  return draft ? em.assign(draft, next) : em.create(Draft, { form_id: form.id, ...next }, { persist: true });
}

/** PATCH `title` changes the draft too (decisions §3), and so its ETag: a stale editor must not put the old one back. */
export async function retitleDraft(em: EntityManager, form: FormRow): Promise<void> {
  const draft = await findDraftHead(em, form);
  if (!draft || draft.title === form.title) return;
  em.assign(draft, { title: form.title, revision: draft.revision + 1, saved_at: new Date() });
}
