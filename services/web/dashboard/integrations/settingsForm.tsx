import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Integration, UpdateIntegrationBody } from "../../../../shared/domain/shapes/integrations.ts";
import { ApiError } from "../../api/apiError.ts";
import { integrationQuery, integrationsKey, updateIntegration } from "../../api/queries/integrations.ts";
import { Button } from "../../parts/button.tsx";
import { ButtonRow } from "../../parts/buttonRow.tsx";
import { cardClass } from "../../parts/card.ts";
import { Notice } from "../../parts/notice.tsx";
import { Section } from "../../parts/section.tsx";
import { SubmitForm } from "../../parts/submitForm.tsx";
import { TextField } from "../../parts/textField.tsx";
import { tell } from "../../parts/toasts.tsx";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { LeaveGuard } from "../settings/editing/leaveGuard.tsx";
import { type Config, configChanges, fieldsOfType, type IntegrationTypeDetail } from "./config.ts";
import { ConfigFields } from "./configFields.tsx";
import { QuestionsChooser } from "./questionsChooser.tsx";

interface Props {
  integration: Integration;
  type: IntegrationTypeDetail;
}

interface Written {
  /** what it was when this began to be written */
  base: Integration;
  name: string;
  config: Config;
}

const begin = (base: Integration): Written => ({ base, name: base.name, config: base.config });

/**
 * Name and config. Only what was changed is sent, and nothing over what somebody else has stored meanwhile: that is shown
 * first, and the one in front of the page decides.
 */
export function SettingsForm({ integration, type }: Props) {
  const queryClient = useQueryClient();
  const [written, setWritten] = useState(() => begin(integration));
  const [isConflict, setConflict] = useState(false);
  const fields = fieldsOfType(type);
  const { base, name, config } = written;
  const changes = changesOf(written);
  const isNewer = integration.modified !== base.modified;
  // what nobody has touched here follows what is stored
  if (isNewer && !changes && !isConflict) setWritten(begin(integration));
  const save = useMutation({
    mutationFn: async (body: UpdateIntegrationBody | null) => {
      if (!body) return null;
      const stored = await queryClient.fetchQuery({ ...integrationQuery(base), staleTime: 0 });
      if (stored && stored.modified !== base.modified) return "conflict";
      return updateIntegration(base, body);
    },
    onSuccess: async (result) => {
      if (result === "conflict") return setConflict(true);
      if (result !== null) {
        queryClient.setQueryData(integrationQuery(base).queryKey, result);
        setWritten(begin(result));
        void queryClient.invalidateQueries({ queryKey: integrationsKey });
      }
      tell(result === null ? words.nothingToSave : words.saved);
    },
  });

  function changesOf({ base: from, name: newName, config: newConfig }: Written): UpdateIntegrationBody | null {
    const configChange = configChanges(fields, from.config, newConfig);
    const hasConfig = Object.keys(configChange).length > 0;
    if (newName === from.name && !hasConfig) return null;
    return { ...(newName !== from.name && { name: newName }), ...(hasConfig && { config: configChange }) };
  }

  const problems = save.error instanceof ApiError ? save.error.errors : [];
  return (
    <Section title={words.settings}>
      <LeaveGuard isEdited={changes !== null} />
      <div className={cardClass}>
        {(isConflict || (isNewer && changes)) && (
          <Notice kind="warning">
            <p>{words.conflictTitle}</p>
            <ButtonRow>
              <Button
                onPress={() => {
                  setConflict(false);
                  setWritten(begin(integration));
                }}
              >
                {words.takeTheirs}
              </Button>
              <Button
                onPress={() => {
                  setConflict(false);
                  setWritten({ ...written, base: integration });
                }}
              >
                {words.keepMine}
              </Button>
            </ButtonRow>
          </Notice>
        )}
        <SubmitForm
          action={words.save}
          mutation={save}
          bodyOf={() => changes}
          isShown={(problem) => fields.some(({ key }) => `${problem}.`.startsWith(`config.${key}.`))}
        >
          <TextField
            label={words.name}
            name="name"
            isRequired
            maxLength={100}
            value={name}
            onChange={(next) => setWritten({ ...written, name: next })}
          />
          <QuestionsChooser fields={fields}>
            <ConfigFields
              key={base.modified}
              fields={fields}
              value={config}
              isStored
              problems={problems}
              onChange={(next) => setWritten({ ...written, config: next })}
            />
          </QuestionsChooser>
        </SubmitForm>
      </div>
    </Section>
  );
}
