import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Integration } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { problemsIn } from "../../ui/apiError.ts";
import { cardClass } from "../../ui/card.ts";
import { Section } from "../../ui/section.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { tell } from "../../ui/toasts.tsx";
import { integrationQuery, integrationsKey, updateIntegration } from "../api/queries/integrations.ts";
import { LeaveGuard } from "../settings/editing/leaveGuard.tsx";
import { SaveBar } from "../settings/editing/saveBar.tsx";
import { useEdits } from "../settings/editing/useEdits.ts";
import {
  configOf,
  fieldsOfType,
  filled,
  type IntegrationTypeDetail,
  isOfField,
  patchOf,
  type Settings,
  settingOf,
  settingsOf,
} from "./config.ts";
import { ConfigFields } from "./configFields.tsx";
import { QuestionsChooser } from "./questionsChooser.tsx";

interface Props {
  integration: Integration;
  type: IntegrationTypeDetail;
}

/** The name and config of an integration. */
export function SettingsForm({ integration, type }: Props) {
  const queryClient = useQueryClient();
  const fields = fieldsOfType(type);
  const query = integrationQuery(integration);
  const editing = useEdits<Settings, Integration | null>({
    stored: useMemo(() => settingsOf(integration), [integration]),
    read: async () => settingsOf((await queryClient.fetchQuery({ ...query, staleTime: 0 })) ?? integration),
    fieldsOf: (saved) => settingsOf(saved ?? integration),
    save: async (changes) =>
      Object.keys(changes).length === 0 ? null : await updateIntegration(integration, patchOf(changes)),
    onSaved: (saved) => {
      if (!saved) return tell(words.nothingToSave);
      queryClient.setQueryData(query.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: integrationsKey });
      tell(words.saved);
    },
  });
  const { values, saving, set } = editing;
  const labels = {
    name: words.name,
    ...Object.fromEntries(fields.map((field) => [settingOf(field), field.label])),
  };
  return (
    <Section title={words.settings}>
      <LeaveGuard isEdited={editing.isEdited} />
      <div className={cardClass}>
        <SubmitForm
          action={words.save}
          mutation={saving}
          bodyOf={() => undefined}
          isShown={isOfField(fields)}
          bar={(submit, problem) => <SaveBar {...{ editing, labels, submit, problem }} />}
        >
          <TextField
            label={words.name}
            name="name"
            isRequired
            maxLength={100}
            value={String(values.name)}
            onChange={(name) => set("name", name)}
          />
          <QuestionsChooser fields={fields}>
            <ConfigFields
              fields={fields}
              value={configOf(values)}
              isStored
              problems={problemsIn(saving.error)}
              onChange={(key, value) => set(`config.${key}`, filled(value))}
            />
          </QuestionsChooser>
        </SubmitForm>
      </div>
    </Section>
  );
}
