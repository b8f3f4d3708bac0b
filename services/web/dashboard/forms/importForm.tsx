import { type ChangeEvent, useId, useState } from "react";
import type { FormDetail } from "../../../../shared/domain/shapes/forms.ts";
import * as words from "../../strings/en/dashboard/forms.ts";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import styles from "./forms.module.css";
import { readImport } from "./readImport.ts";
import { useCreateForm } from "./useCreateForm.ts";

/** Creates a form from JSON as its draft. Shows the problems that the service finds. */
export function ImportForm({ onCreated }: { onCreated: (form: FormDetail) => void }) {
  const [text, setText] = useState("");
  const fileId = useId();
  const create = useCreateForm(({ json, title }: { json: string; title: string }) => readImport(json, title));
  const read = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (file) setText(await file.text());
  };
  return (
    <div className={styles.section}>
      <div>
        <label htmlFor={fileId}>{words.jsonFile} </label>
        <input id={fileId} type="file" accept="application/json,.json" onChange={(event) => void read(event)} />
      </div>
      <SubmitForm
        action={words.createFromJson}
        mutation={{ ...create, mutate: (given) => create.mutate(given, { onSuccess: onCreated }) }}
        bodyOf={({ json = "", title = "" }) => ({ json, title })}
      >
        <TextField
          label={words.json}
          description={words.jsonHint}
          name="json"
          rows={6}
          isRequired
          value={text}
          onChange={setText}
        />
        <TextField label={words.jsonTitle} name="title" maxLength={200} />
      </SubmitForm>
    </div>
  );
}
