import type { EntityManager } from "@mikro-orm/postgresql";
import { rows } from "../../../shared/platform/database/rows.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { Draft, type DraftRow, draftFields, type FormRow } from "../entities.ts";
import type { StoredTexts } from "../translations/storedTexts.ts";
import { textsOfRevision, writeDraftTexts } from "./translations.ts";

/** Reads the draft with its graph and translations, as one save left them. Null if none was saved. */
export async function findDraft(em: EntityManager, form: FormRow): Promise<DraftRow | null> {
  let row = await findBareDraft(em, form);
  while (row) {
    const { revision, translations } = await textsOfRevision(em, form.id);
    if (revision === row.revision) return Object.assign(row, { translations });
    // a save came between
    row = await findBareDraft(em, form, true);
  }
  return null;
}

/** Reads the draft with its graph and translations. Throws 404 if none was saved. */
export async function existingDraft(em: EntityManager, form: FormRow): Promise<DraftRow> {
  const draft = await findDraft(em, form);
  if (!draft) throw notFound("draft");
  return draft;
}

/** Reads the draft with its graph, and without translations. */
export function findBareDraft(em: EntityManager, form: FormRow, refresh = false): Promise<DraftRow | null> {
  return em.findOne(Draft, { form_id: form.id }, { fields: draftFields, refresh }) as Promise<DraftRow | null>;
}

/** Reads the draft without its graph. */
export function findDraftHead(em: EntityManager, form: FormRow): Promise<DraftRow | null> {
  return em.findOne(Draft, { form_id: form.id });
}

export interface NewDraft extends Pick<DraftRow, "title" | "saved_by" | "saved_by_name"> {
  graph: string;
  /** Absent if the draft keeps its own. */
  translations?: readonly StoredTexts[] | undefined;
}

/**
 * Replaces the graph (JSON, without translations) of a form's draft. `draft` is the current one. Call it with the form locked. Uses
 * SQL, because the ORM would copy and compare the whole graph.
 */
export async function writeDraft(
  em: EntityManager,
  form: FormRow,
  draft: DraftRow | null,
  { title, graph, translations, ...by }: NewDraft,
): Promise<DraftRow> {
  if (translations) await writeDraftTexts(em, form.id, translations);
  const row = { form_id: form.id, title, graph, revision: (draft?.revision ?? 0) + 1, saved_at: new Date(), ...by };
  await rows(
    em,
    `insert into forms.drafts (form_id, title, graph, revision, saved_at, saved_by, saved_by_name)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (form_id) do update set title = excluded.title, graph = excluded.graph, revision = excluded.revision,
      saved_at = excluded.saved_at, saved_by = excluded.saved_by, saved_by_name = excluded.saved_by_name`,
    [row.form_id, title, graph, row.revision, row.saved_at, by.saved_by, by.saved_by_name],
  );
  return { ...row, translations } as DraftRow;
}

/** Changes the draft's ETag after a change of its translations. Call it with the form locked. */
export async function touchDraft(
  em: EntityManager,
  form: FormRow,
  { revision }: Pick<DraftRow, "revision">,
  by: Pick<DraftRow, "saved_by" | "saved_by_name">,
): Promise<Pick<DraftRow, "form_id" | "revision" | "saved_at">> {
  const row = { form_id: form.id, revision: revision + 1, saved_at: new Date() };
  await rows(
    em,
    `update forms.drafts set revision = $1, saved_at = $2, saved_by = $3, saved_by_name = $4
      where form_id = $5`,
    [row.revision, row.saved_at, by.saved_by, by.saved_by_name, form.id],
  );
  return row;
}

/** Changes the draft's title (decisions §3), and so its ETag: a stale editor can't restore the old title. */
export async function retitleDraft(em: EntityManager, form: FormRow): Promise<void> {
  const draft = await findDraftHead(em, form);
  if (!draft || draft.title === form.title) return;
  em.assign(draft, { title: form.title, revision: draft.revision + 1, saved_at: new Date() });
}
