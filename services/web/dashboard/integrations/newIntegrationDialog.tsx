import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { newUuid } from "../../respondent/walk/uuid.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { problemsIn } from "../../ui/apiError.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SelectField } from "../../ui/selectField.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { tell } from "../../ui/toasts.tsx";
import { attach, attachmentsKey } from "../api/queries/attachments.ts";
import {
  beginConsent,
  createIntegration,
  integrationsKey,
  integrationTypesQuery,
} from "../api/queries/integrations.ts";
import { type Config, fieldsOfType, type IntegrationTypeDetail, isOfField, newConfig } from "./config.ts";
import { ConfigFields } from "./configFields.tsx";
import { QuestionsChooser } from "./questionsChooser.tsx";

interface DialogProps {
  /** proposed until another is chosen */
  type?: string;
  /** slug of the form to attach it to; without one, its page opens */
  form?: string;
  onClose: () => void;
}

/** Creates an integration. */
export function NewIntegrationDialog({ type: given, form, onClose }: DialogProps) {
  const query = useQuery(integrationTypesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Dialog title={words.newIntegration} onClose={onClose}>
      <Loaded query={query}>
        {(types) => {
          const type = types.find((one) => one.type === (chosen ?? given)) ?? types[0];
          return (
            type && (
              <>
                <SelectField
                  label={words.type}
                  value={type.type as string}
                  options={Object.fromEntries(types.map((one) => [one.type, one.title]))}
                  onChange={setChosen}
                />
                <NewForm key={type.type} type={type} isFirst={chosen === null} form={form} onClose={onClose} />
              </>
            )
          );
        }}
      </Loaded>
    </Dialog>
  );
}

/** Sends the browser to the provider, which returns it to the integration. */
export function useConsent(type: string) {
  return useMutation({
    mutationFn: (asked: { name?: string; integration_id?: string }) =>
      beginConsent(type, { ...asked, return_to: `/integrations/${type}` }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

interface Props extends Pick<DialogProps, "onClose"> {
  form: string | undefined;
  type: IntegrationTypeDetail;
  /** no other type was chosen yet; later, the focus stays on the list of types */
  isFirst: boolean;
}

function NewForm({ type, isFirst, form, onClose }: Props) {
  const [config, setConfig] = useState<Config>({});
  const [name, setName] = useState("");
  const fields = fieldsOfType(type);
  const isOauth = type.auth === "oauth";
  const create = useCreation(type.type, () => newConfig(fields, config), form, onClose);
  const consent = useConsent(type.type);
  const nameField = <NameField value={name} autoFocus={isFirst} onChange={setName} />;
  if (isOauth && type.is_configured) {
    const later = (
      <Button isPending={create.isPending} isDisabled={name.trim() === ""} onPress={() => create.mutate(name)}>
        {words.createLater}
      </Button>
    );
    return (
      <SubmitForm
        action={words.continueAt(type.title)}
        mutation={consent}
        bodyOf={({ name: named = "" }) => ({ name: named })}
        buttons={later}
      >
        <p>{words.consentText(type.title)}</p>
        {nameField}
        {create.error && <Notice kind="danger">{problemText(create.error)}</Notice>}
      </SubmitForm>
    );
  }
  return (
    <SubmitForm
      action={isOauth ? words.createLater : words.create}
      mutation={create}
      bodyOf={({ name: named = "" }) => named}
      isShown={isOfField(fields)}
    >
      {isOauth && <Notice kind="warning">{words.notConfigured(type.title)}</Notice>}
      {nameField}
      {!isOauth && (
        <QuestionsChooser fields={fields}>
          <ConfigFields
            fields={fields}
            value={config}
            isStored={false}
            problems={problemsIn(create.error)}
            onChange={(key, value) => setConfig((before) => ({ ...before, [key]: value }))}
          />
        </QuestionsChooser>
      )}
    </SubmitForm>
  );
}

const NameField = (props: Pick<Parameters<typeof TextField>[0], "value" | "autoFocus" | "onChange">) => (
  <TextField {...props} label={words.name} description={words.nameHint} name="name" isRequired maxLength={100} />
);

/**
 * Creates an integration with a name, and attaches it to the form or opens its page. A retry after a failure creates no second
 * one.
 */
function useCreation(
  type: Props["type"]["type"],
  configOf: () => Config,
  form: string | undefined,
  onClose: () => void,
) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const attempt = useRef({ body: "", key: "" });
  return useMutation({
    mutationFn: async (named: string) => {
      const body = { name: named, config: configOf() };
      const written = JSON.stringify(body);
      if (attempt.current.body !== written) attempt.current = { body: written, key: newUuid(Date.now()) };
      const made = await createIntegration(type, body, attempt.current.key);
      if (form !== undefined) await attach(form, { integration_id: made.id, events: ["session.completed"] });
      return made;
    },
    onSuccess: async ({ id, name: made }) => {
      await queryClient.invalidateQueries({ queryKey: integrationsKey });
      if (form !== undefined) {
        await queryClient.invalidateQueries({ queryKey: attachmentsKey(form) });
        tell(words.attached(made));
        onClose();
        return;
      }
      tell(words.created(made));
      await navigate({ to: "/integrations/$type/$id", params: { type, id } });
    },
  });
}
