import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import * as words from "../../../strings/en/dashboard/builder/translations.ts";
import { formQuery } from "../../api/queries/forms.ts";
import { useCan } from "../../api/rights.ts";
import { Builder } from "../builder.tsx";
import { Opened } from "../openedForm.tsx";
import { TranslationsWorkspace } from "./translationsWorkspace.tsx";

/** `/forms/{slug}/translations`. Those who may not edit the form read its texts. */
export function TranslationsPage() {
  const { slug } = useParams({ from: "/layout/forms/$slug/translations" });
  const can = useCan();
  const { data: form } = useQuery(formQuery(slug));
  return (
    <Opened slug={slug} name="translations" title={words.title}>
      {(opened) =>
        form && (
          <Builder key={opened.form.id} slug={slug} opened={opened}>
            {(session) => (
              <TranslationsWorkspace
                form={form}
                opened={opened}
                session={session}
                isReadOnly={!can("forms:write", form.id) || !form.is_active}
              />
            )}
          </Builder>
        )
      }
    </Opened>
  );
}
