import type { FormDetail, SaveDraftBody } from "../../../../shared/api/shapes/forms.ts";
import { dataOf } from "./dataOf.ts";
import { publishForm } from "./publishForm.ts";
import { api } from "./service.ts";

/** `graph` may be invalid: the service reports its problems. */
export interface NewForm {
  title: string;
  /** of its texts; default: English */
  language?: string;
  graph?: unknown;
  /** ID of the template whose graph becomes the draft */
  template?: string;
  isPublished?: boolean;
  /** idempotency key, so that a retry doesn't create a second form */
  key: string;
}

/** Creates a form, and its draft and first version if asked for. */
export async function createForm({
  title,
  language,
  graph,
  template,
  isPublished = false,
  key,
}: NewForm): Promise<FormDetail> {
  const form = await dataOf(
    api.post("/api/v2/form/", {
      body: { title, ...(language !== undefined && { language }), ...(template !== undefined && { template }) },
      idempotencyKey: key,
    }),
  );
  const path = { slug: form.slug };
  if (graph !== undefined) {
    const body = { title, graph } as SaveDraftBody;
    await dataOf(api.put("/api/v2/form/{slug}/draft/", { path, body }));
  }
  if (isPublished) await dataOf(publishForm(api, form.slug, `${key}-publish`));
  return form;
}
