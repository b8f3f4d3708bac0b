import { referenceKey } from "../../../shared/domain/reference.ts";
import { type Readable, read } from "./read.ts";

/**
 * Personal links of sessions (features §15). They are read in statements of their own, because Citus joins no worker's rows with those
 * of the coordinator.
 */

/** Returns the ids of a form's links with this reference, or null without one. Several if older ones were revoked. */
export async function linksNamed(
  reader: Readable,
  formId: string,
  reference: string | undefined,
): Promise<string[] | null> {
  if (reference === undefined) return null;
  const rows = await read<{ id: string }>(reader, {
    name: "links-by-reference",
    text: "select id from sessions.links where form_id = $1 and reference_key = $2",
    values: [formId, referenceKey(reference)],
  });
  return rows.map(({ id }) => id);
}

/** Returns whether the form has or had links, so that its tables have a column for them. */
export async function hasLinks(reader: Readable, formId: string): Promise<boolean> {
  const rows = await read(reader, {
    name: "form-has-links",
    text: "select 1 from sessions.links where form_id = $1 limit 1",
    values: [formId],
  });
  return rows.length > 0;
}

/** Returns the rows with the reference of the link that started each. Rows without a link stay as they are. */
export async function withReferences<Row extends { link_id?: string | null }>(
  reader: Readable,
  rows: readonly Row[],
): Promise<(Row & { reference?: string | null })[]> {
  const ids = [...new Set(rows.flatMap(({ link_id }) => (link_id ? [link_id] : [])))];
  if (ids.length === 0) return [...rows];
  const found = await read<{ id: string; reference: string | null }>(reader, {
    name: "link-references",
    text: "select id, reference from sessions.links where id = any($1::uuid[])",
    values: [ids],
  });
  const byId = new Map(found.map(({ id, reference }) => [id, reference]));
  return rows.map((row) => (row.link_id ? { ...row, reference: byId.get(row.link_id) ?? null } : row));
}
