import type { FormDetail, VersionDetail } from "../../../../shared/api/shapes/forms.ts";
import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";

/** Returns a version as an open form, for previews. */
export function publicFormOf(form: FormDetail, { graph, version_number }: VersionDetail): PublicForm {
  const { id, slug, title, language, theme, review } = form;
  const opening = { is_open: true, opens_at: null, closed_message: null };
  return { form: { id, slug, title, language, ...(review && { review }) }, graph, theme, version_number, ...opening };
}
