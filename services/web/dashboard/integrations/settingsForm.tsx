import { notifyManager, useMutation, useQueryClient } from "@tanstack/react-query";
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
  /** grows each time that the fields of `config` begin anew */
  turn: number;
}

const begin = (base: Integration, turn: number): Written => ({ base, name: base.name, config: base.config, turn });

/** What was written since `sent` was sent, over what is stored now. */
function leftAfter(written: Written, sent: Written, saved: Integration): Written {
  const next = begin(saved, written.turn + 1);
  const name = written.name === sent.name ? next.name : written.name;
  const later = Object.entries(written.config).filter(([key, value]) => value !== sent.config[key]);
  if (later.length === 0) return { ...next, name };
  // whoever writes in one of these fields stays in it
  return { base: saved, name, config: { ...saved.config, ...Object.fromEntries(later) }, turn: written.turn };
}

/**
 * Name and config. Only what was changed is sent, and nothing over what somebody else has stored meanwhile: that is shown
 * first, and the one in front of the page decides.
 */
export function SettingsForm({ integration, type }: Props) {
  const queryClient = useQueryClient();
  const [written, setWritten] = useState(() => begin(integration, 0));
  const [isConflict, setConflict] = useState(false);
  const fields = fieldsOfType(type);
  const { base, name, config, turn } = written;
  const changes = changesOf(written);
  const isNewer = integration.modified !== base.modified;
  // what nobody has touched here follows what is stored
  if (isNewer && !changes && !isConflict) setWritten(begin(integration, turn + 1));
  const save = useMutation({
    mutationFn: async (body: UpdateIntegrationBody | null) => {
      if (!body) return null;
      const sent = written;
      const stored = await queryClient.fetchQuery({ ...integrationQuery(base), staleTime: 0 });
      if (stored && stored.modified !== base.modified) return "conflict";
      return { sent, saved: await updateIntegration(base, body) };
    },
    onSuccess: async (result) => {
      if (result === "conflict") return setConflict(true);
      if (result !== null) {
        const { sent, saved } = result;
        queryClient.setQueryData(integrationQuery(base).queryKey, saved);
        // with what is stored now, which queries tell a moment later
        notifyManager.schedule(() => setWritten((now) => leftAfter(now, sent, saved)));
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
                  setWritten(begin(integration, turn + 1));
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
              key={turn}
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
