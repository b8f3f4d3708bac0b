import type { FormDetail } from "../../../../shared/domain/shapes/forms.ts";
import { mutedClass } from "../../parts/muted.ts";
import { SubmitForm } from "../../parts/submitForm.tsx";
import { TextField } from "../../parts/textField.tsx";
import { tell } from "../../parts/toasts.tsx";
import * as words from "../../strings/en/dashboard/forms.ts";
import styles from "./forms.module.css";
import { ImportForm } from "./importForm.tsx";
import { Samples } from "./samples.tsx";
import { useCreateForm } from "./useCreateForm.ts";

/** The three ways to a new form. */
export function NewForm({ onMade }: { onMade: (form: FormDetail, isPublished: boolean) => void }) {
  const onCreated = (form: FormDetail) => {
    tell(words.created(form.title));
    onMade(form, false);
  };
  return (
    <>
      <BlankForm onCreated={onCreated} />
      <details>
        <summary>{words.fromJson}</summary>
        <ImportForm onCreated={onCreated} />
      </details>
      <section className={styles.section}>
        <h3>{words.samplesTitle}</h3>
        <p className={mutedClass}>{words.samplesText}</p>
        <Samples onMade={(form) => onMade(form, true)} />
      </section>
    </>
  );
}

function BlankForm({ onCreated }: { onCreated: (form: FormDetail) => void }) {
  const create = useCreateForm((title: string) => ({ title }));
  return (
    <SubmitForm
      action={words.createBlank}
      mutation={{ ...create, mutate: (title: string) => create.mutate(title, { onSuccess: onCreated }) }}
      bodyOf={({ title = "" }) => title}
    >
      <TextField label={words.blankTitle} name="title" isRequired maxLength={200} autoFocus />
    </SubmitForm>
  );
}
