import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Attachment } from "../../../../shared/domain/shapes/integrations.ts";
import { attachmentsKey, detach } from "../../api/queries/attachments.ts";
import { integrationsKey } from "../../api/queries/integrations.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { problemText } from "../../parts/failed.tsx";
import { Notice } from "../../parts/notice.tsx";
import { tell } from "../../parts/toasts.tsx";
import { cancel } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import styles from "./integrations.module.css";

interface Props {
  slug: string;
  attachment: Attachment;
  onClose: () => void;
}

export function DetachDialog({ slug, attachment: { id, integration_name: name }, onClose }: Props) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => detach(slug, id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: attachmentsKey(slug) });
      void queryClient.invalidateQueries({ queryKey: integrationsKey });
      tell(words.detached(name));
      onClose();
    },
  });
  return (
    <Dialog title={words.detachTitle(name)} onClose={onClose}>
      <p>{words.detachText}</p>
      {remove.error && <Notice kind="danger">{problemText(remove.error)}</Notice>}
      <div className={styles.buttons}>
        <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
          {words.detach}
        </Button>
        <Button autoFocus onPress={onClose}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  );
}
