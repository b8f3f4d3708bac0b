import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { FormDetail, UpdateFormBody } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { fieldErrors } from "../../../ui/apiError.ts";
import { BarActions } from "../../../ui/barActions.tsx";
import type { FieldProblem } from "../../../ui/fields/field.ts";
import { Icon } from "../../../ui/icon.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Panel } from "../../../ui/section.tsx";
import { SubmitForm } from "../../../ui/submitForm.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { formKey, formQuery, formsKey, updateForm } from "../../api/queries/forms.ts";
import { atField, withProblems } from "../../settings/editing/atField.ts";
import { LeaveGuard } from "../../settings/editing/leaveGuard.tsx";
import { SaveBar } from "../../settings/editing/saveBar.tsx";
import { useEdits } from "../../settings/editing/useEdits.ts";
import { Embedding } from "./embeddingFields.tsx";
import { bodyOfFields, fieldsOf, type SettingsFields, worded } from "./fields.ts";
import type { FieldsProps } from "./fieldsProps.ts";
import styles from "./formSettings.module.css";
import { General } from "./generalFields.tsx";
import { GenericSettings } from "./genericSettings.tsx";
import { availabilityFields, genericFields, responseFields } from "./settingFields.ts";
import { ThemeChoice } from "./themeChoice.tsx";

const labels = {
  title: words.formTitle,
  slug: words.slug,
  language: words.language,
  theme_id: words.theme,
  embedding: words.whoEmbeds,
  origins: words.origins,
  ...Object.fromEntries(genericFields.map(([name, { label }]) => [name, label])),
} as Record<keyof SettingsFields, string>;

export function SettingsForm({ form }: { form: FormDetail }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const query = formQuery(form.slug);
  const editing = useEdits<SettingsFields, FormDetail>({
    stored: useMemo(() => fieldsOf(form), [form]),
    read: async () => fieldsOf(await queryClient.fetchQuery({ ...query, staleTime: 0 })),
    fieldsOf,
    save: (changes, values) => save(form.slug, bodyOfFields(changes, values)),
    onSaved: async (saved) => {
      queryClient.setQueryData(formKey(saved.slug), saved);
      void queryClient.invalidateQueries({ queryKey: formsKey });
      if (saved.slug !== form.slug) {
        const params = { slug: saved.slug };
        await navigate({ to: "/forms/$slug/settings", params, replace: true, ignoreBlocker: true });
      }
      tell(words.saved);
    },
  });
  const { values, set } = editing;
  const fields: FieldsProps = {
    form,
    values,
    set,
    languageProblem: fieldErrors(editing.saving.error).language,
    text: (field) => ({
      name: field === "origins" ? "embed_origins" : field,
      label: labels[field],
      value: values[field],
      onChange: (value) => set(field, value),
    }),
  };
  return (
    <>
      <LeaveGuard isEdited={editing.isEdited} />
      {/* the bar at the foot says the other state */}
      {!editing.isEdited && (
        <BarActions>
          <p className={styles.state}>
            <Icon name="check" size={16} /> {words.allSaved}
          </p>
        </BarActions>
      )}
      <p className={mutedClass}>{words.appliesAtOnce}</p>
      <SubmitForm
        action={words.save}
        mutation={editing.saving}
        bodyOf={() => undefined}
        isShown={isLanguage}
        bar={(submit, problem) => <SaveBar {...{ editing, labels, submit, problem }} />}
      >
        <Panels {...fields} />
      </SubmitForm>
    </>
  );
}

const Panels = (fields: FieldsProps) => (
  <>
    <Panel id="general" title={words.general}>
      <General {...fields} />
    </Panel>
    <Panel id="availability" title={words.availability} guide="publish">
      <GenericSettings {...fields} fields={availabilityFields} />
    </Panel>
    <Panel id="responses" title={words.responses}>
      <GenericSettings {...fields} fields={responseFields} />
    </Panel>
    <Panel id="look" title={words.look}>
      <ThemeChoice {...fields} />
    </Panel>
    <Panel id="embedding" title={words.embedding}>
      <Embedding {...fields} />
    </Panel>
  </>
);

/** Its list shows its problem. */
const isLanguage = ({ at }: FieldProblem): boolean => at[0] === "language";

const save = (slug: string, body: UpdateFormBody): Promise<FormDetail> =>
  atField(409, conflictingField(body), withProblems(worded, updateForm(slug, body)));

/** A taken slug, or a language that has translations. */
const conflictingField = ({ slug, language }: UpdateFormBody): string =>
  slug === undefined && language !== undefined ? "language" : "slug";
