import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Attachment, EventName, Integration } from "../../../../shared/api/shapes/integrations.ts";
import { cancel } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogFooter } from "../../ui/dialogFooter.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { SelectField } from "../../ui/selectField.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { tell } from "../../ui/toasts.tsx";
import { attach, attachableQuery, attachmentsKey } from "../api/queries/attachments.ts";
import { integrationsKey } from "../api/queries/integrations.ts";
import { OmitPersonal } from "../mails/omitPersonal.tsx";
import { EventChecks } from "./eventChecks.tsx";

interface Props {
  slug: string;
  /** attachments that the form already has */
  attachments: readonly Attachment[];
  /** opens the dialog that creates one; null for users who may not */
  onNew: (() => void) | null;
  onClose: () => void;
}

export function AttachDialog({ slug, attachments, onNew, onClose }: Props) {
  const query = useQuery(attachableQuery);
  const attached = new Set(attachments.map(({ integration_id: id }) => id));
  return (
    <Dialog title={words.attachTitle} onClose={onClose}>
      <Loaded query={query}>
        {({ count, results }) => {
          const free = results.filter(({ id }) => !attached.has(id));
          if (free.length > 0) return <AttachForm slug={slug} integrations={free} onClose={onClose} />;
          return (
            <>
              <p>{count > 0 ? words.allAttached : onNew ? words.noneMade : words.emptyForReaders}</p>
              <DialogFooter>
                <Button onPress={onClose}>{cancel}</Button>
                {onNew && (
                  <Button look="primary" onPress={onNew}>
                    {words.newIntegration}
                  </Button>
                )}
              </DialogFooter>
            </>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

interface AttachFormProps extends Pick<Props, "slug" | "onClose"> {
  integrations: readonly Integration[];
}

function AttachForm({ slug, integrations, onClose }: AttachFormProps) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(integrations[0]?.id ?? "");
  const [events, setEvents] = useState<EventName[]>(["session.completed"]);
  const [personal, setPersonal] = useState<Attachment["personal"]>("include");
  const submit = useMutation({
    mutationFn: () => attach(slug, { integration_id: chosen, events, personal }),
    onSuccess: async ({ integration_name: name }) => {
      await queryClient.invalidateQueries({ queryKey: attachmentsKey(slug) });
      void queryClient.invalidateQueries({ queryKey: integrationsKey });
      tell(words.attached(name));
      onClose();
    },
  });
  return (
    <SubmitForm action={words.attachSubmit} mutation={submit} bodyOf={() => undefined}>
      <SelectField
        label={words.integration}
        value={chosen}
        options={Object.fromEntries(integrations.map(({ id, name }) => [id, name]))}
        onChange={setChosen}
      />
      <EventChecks label={words.events} events={events} onChange={setEvents} />
      <OmitPersonal personal={personal} onChange={setPersonal} />
    </SubmitForm>
  );
}
