import { useQueryClient } from "@tanstack/react-query";
import type { Attachment } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { ConfirmDialog } from "../../ui/confirmDialog.tsx";
import { tell } from "../../ui/toasts.tsx";
import { attachmentsKey, detach } from "../api/queries/attachments.ts";
import { integrationsKey } from "../api/queries/integrations.ts";

interface Props {
  slug: string;
  attachment: Attachment;
  onClose: () => void;
}

export function DetachDialog({ slug, attachment: { id, integration_name: name }, onClose }: Props) {
  const queryClient = useQueryClient();
  const remove = async () => {
    await detach(slug, id);
    await queryClient.invalidateQueries({ queryKey: attachmentsKey(slug) });
    void queryClient.invalidateQueries({ queryKey: integrationsKey });
    tell(words.detached(name));
  };
  return (
    <ConfirmDialog title={words.detachTitle(name)} label={words.detach} onConfirm={remove} onClose={onClose}>
      <p>{words.detachText}</p>
    </ConfirmDialog>
  );
}
