import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Attachment, EventName, UpdateAttachmentBody } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { tell } from "../../ui/toasts.tsx";
import { attachmentsKey, attachmentsQuery, updateAttachment } from "../api/queries/attachments.ts";
import { integrationsKey } from "../api/queries/integrations.ts";
import { LazyCondition } from "../mails/lazyCondition.tsx";
import { OmitPersonal } from "../mails/omitPersonal.tsx";
import { EventChecks } from "./eventChecks.tsx";

interface Props {
  slug: string;
  /** as the dialog opened with it */
  attachment: Attachment;
  onClose: () => void;
}

/** Returns the stored events with the changes that were made here from `before` to `after`. */
const mergedEvents = (before: EventName[], after: EventName[], stored: EventName[]): EventName[] => [
  ...stored.filter((name) => after.includes(name) || !before.includes(name)),
  ...after.filter((name) => !before.includes(name) && !stored.includes(name)),
];

/** Edits which events of a form an integration receives. */
export function AttachmentDialog({ slug, attachment, onClose }: Props) {
  const { id, integration_name: name } = attachment;
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState(attachment);
  const { events, condition, notify_on_failure: notifies, personal } = edited;
  const submit = useMutation({
    mutationFn: async () => {
      // another tab may have changed another event, or another option
      const { results } = await queryClient.fetchQuery({ ...attachmentsQuery(slug), staleTime: 0 });
      const stored = results.find((one) => one.id === id) ?? attachment;
      const changes: UpdateAttachmentBody = {};
      if (events !== attachment.events) changes.events = mergedEvents(attachment.events, events, stored.events);
      if (condition !== attachment.condition) changes.condition = condition;
      if (notifies !== attachment.notify_on_failure) changes.notify_on_failure = notifies;
      if (personal !== attachment.personal) changes.personal = personal;
      await updateAttachment(slug, id, changes);
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: attachmentsKey(slug) });
      void queryClient.invalidateQueries({ queryKey: integrationsKey });
      tell(words.saved);
      onClose();
    },
  });
  return (
    <Dialog title={name} isWide="less" onClose={onClose}>
      <SubmitForm action={words.save} mutation={submit} bodyOf={() => undefined} isDisabled={edited === attachment}>
        <EventChecks
          label={words.events}
          events={events}
          onChange={(next) => (next.length === 0 ? tell(words.oneEvent) : setEdited({ ...edited, events: next }))}
        />
        <LazyCondition
          slug={slug}
          condition={condition}
          onChange={(next) => setEdited({ ...edited, condition: next })}
        />
        <Checkbox
          label={words.notifyOnFailure}
          isChecked={notifies}
          onChange={(isOn) => setEdited({ ...edited, notify_on_failure: isOn })}
        />
        <OmitPersonal personal={personal} onChange={(next) => setEdited({ ...edited, personal: next })} />
      </SubmitForm>
    </Dialog>
  );
}
