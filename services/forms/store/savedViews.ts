import type { EntityManager } from "@mikro-orm/postgresql";
import type { SavedView } from "../../../shared/api/shapes/savedViews.ts";
import { uuidPattern } from "../../../shared/domain/schema.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { notFound } from "../../../shared/platform/errors.ts";

/** A saved view as it is stored. */
export interface SavedViewRow extends Omit<SavedView, "created" | "modified"> {
  form_id: string;
  created: Date;
  modified: Date;
}

const columns = "id, form_id, name, filters, ordering, columns, created, modified";

/** Returns the views of a form, oldest first. */
export const savedViewsOf = (em: EntityManager, formId: string): Promise<SavedViewRow[]> =>
  rows<SavedViewRow>(em, `select ${columns} from forms.saved_views where form_id = $1 order by created, id`, [formId]);

/** Finds a view of the form. 404 if it has none with this ID. */
export async function findSavedView(em: EntityManager, formId: string, id: string): Promise<SavedViewRow> {
  const query = `select ${columns} from forms.saved_views where id = $1 and form_id = $2`;
  const [found] = uuidPattern.test(id) ? await rows<SavedViewRow>(em, query, [id, formId]) : [];
  if (!found) throw notFound("view");
  return found;
}

/** Inserts a view, or replaces the one with its ID. */
export async function putSavedView(em: EntityManager, view: SavedViewRow): Promise<void> {
  const { id, form_id, name, filters, ordering, created, modified } = view;
  const stored = view.columns && JSON.stringify(view.columns);
  await rows(
    em,
    `insert into forms.saved_views (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (id) do update set name = excluded.name, filters = excluded.filters, ordering = excluded.ordering,
        columns = excluded.columns, modified = excluded.modified`,
    [id, form_id, name, JSON.stringify(filters), ordering, stored, created, modified],
  );
}

export async function deleteSavedView(em: EntityManager, id: string): Promise<void> {
  await rows(em, "delete from forms.saved_views where id = $1", [id]);
}
