import { type Queryable, withAnswerTimeout } from "../../../shared/platform/database/connection.ts";

/** Returns the ids of the forms whose workspaces are going to be deleted. */
export async function suspendedForms(pool: Queryable): Promise<string[]> {
  const text = "select form_id from sessions.suspended_forms";
  const { rows } = await withAnswerTimeout(pool).query<{ form_id: string }>(text);
  return rows.map(({ form_id }) => form_id);
}
