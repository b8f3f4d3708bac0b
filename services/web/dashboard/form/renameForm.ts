import type { QueryClient } from "@tanstack/react-query";
import type { FormDetail } from "../../../../shared/api/shapes/forms.ts";
import { slugAfter } from "../../../../shared/domain/slugs.ts";
import { formKey, updateForm } from "../api/queries/forms.ts";

/** Names of the queries of open editors, which stay open under another slug. */
const editors = ["builder", "translations"];

/** Renames a form. Before the first publish its link follows the title, unless the link was chosen. Throws ApiError. */
export async function renameForm(queryClient: QueryClient, form: FormDetail, title: string): Promise<FormDetail> {
  const slug = form.has_published_version ? null : slugAfter(form.slug, form.title, title);
  await queryClient.cancelQueries({ queryKey: ["presence", form.slug] });
  const renamed = await updateForm(form.slug, { title, ...(slug !== null && { slug }) });
  queryClient.setQueryData(formKey(renamed.slug), renamed);
  if (renamed.slug === form.slug) return renamed;
  for (const name of editors) {
    const opened = queryClient.getQueryData([name, form.slug]);
    if (opened !== undefined) queryClient.setQueryData([name, renamed.slug], opened);
  }
  return renamed;
}
