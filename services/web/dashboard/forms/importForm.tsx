import { useState } from "react";
import type { FormDetail } from "../../../../shared/api/shapes/forms.ts";
import type { ImportResult } from "../../../../shared/api/shapes/imports.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/importing.ts";
import { Button } from "../../ui/button.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { tell } from "../../ui/toasts.tsx";
import { useCreateForm } from "../form/useCreateForm.ts";
import { keepIssues } from "../importing/importIssues.ts";
import { ImportReport } from "../importing/importReport.tsx";
import { ImportSource } from "../importing/importSource.tsx";

/** Imports a form of another tool: converts it, shows the report, then creates a form with the graph as its draft. */
export function ImportForm({ onCreated }: { onCreated: (form: FormDetail) => void }) {
  const [result, setResult] = useState<ImportResult | null>(null);
  const create = useCreateForm(async ({ title, graph }: { title: string; graph: unknown }) => {
    // texts look as in the report, and can be formatted from now on
    const { markedUp } = await import("../importing/markedUp.ts");
    const language = result?.language;
    return { title, graph: markedUp(graph as Graph), ...(language !== undefined && { language }) };
  });
  const take = async (form: FormDetail) => {
    if (result) {
      keepIssues(form.id, result.issues);
      const { takeRest } = await import("./takeRest.ts");
      for (const refused of await takeRest(form.slug, result)) tell(refused);
    }
    onCreated(form);
  };
  if (!result) return <ImportSource onConverted={setResult} />;
  return (
    <SubmitForm
      action={words.createForm}
      mutation={{ ...create, mutate: (given) => create.mutate(given, { onSuccess: take }) }}
      bodyOf={({ title = "" }) => ({ title, graph: result.graph })}
      buttons={<Button onPress={() => setResult(null)}>{words.otherSource}</Button>}
    >
      <ImportReport result={result} />
      <TextField label={words.title} name="title" maxLength={200} isRequired defaultValue={result.title} />
    </SubmitForm>
  );
}
