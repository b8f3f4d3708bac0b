import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Attachment } from "../../../../shared/api/shapes/integrations.ts";
import { save } from "../../strings/en/dashboard/integrations.ts";
import * as words from "../../strings/en/dashboard/mails.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { tell } from "../../ui/toasts.tsx";
import { attachmentsKey, updateAttachment } from "../api/queries/attachments.ts";
import { LazyCondition } from "./lazyCondition.tsx";

interface Props {
  slug: string;
  attachment: Attachment;
}

/** Opens the condition of an attached integration. */
export function ConditionButton({ slug, attachment }: Props) {
  const [isOpen, setOpen] = useState(false);
  const label = attachment.condition ? words.hasCondition : words.addCondition;
  return (
    <>
      <Button
        look="plain"
        aria-label={words.conditionButton(label, attachment.integration_name)}
        onPress={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <ConditionDialog slug={slug} attachment={attachment} onClose={() => setOpen(false)} />}
    </>
  );
}

function ConditionDialog({ slug, attachment, onClose }: Props & { onClose(): void }) {
  const queryClient = useQueryClient();
  const [condition, setCondition] = useState(attachment.condition);
  const submit = useMutation({
    mutationFn: () => updateAttachment(slug, attachment.id, { condition }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: attachmentsKey(slug) });
      tell(words.conditionSaved);
      onClose();
    },
  });
  return (
    <Dialog title={words.conditionOf(attachment.integration_name)} isWide onClose={onClose}>
      <SubmitForm action={save} mutation={submit} bodyOf={() => undefined}>
        <LazyCondition slug={slug} condition={condition} onChange={setCondition} />
      </SubmitForm>
    </Dialog>
  );
}
