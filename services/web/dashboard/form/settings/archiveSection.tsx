import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import { undo } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { archived, restored } from "../../../strings/en/dashboard/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { mixedRowClass } from "../../../ui/buttonRow.tsx";
import { ConfirmDialog } from "../../../ui/confirmDialog.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/section.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { formKey, formsKey, setActive } from "../../api/queries/forms.ts";
import { linkOf } from "../share/links.ts";
import styles from "./formSettings.module.css";

function useActivity({ slug, title }: FormDetail) {
  const queryClient = useQueryClient();
  const change = async (isActive: boolean) => {
    await setActive(slug, isActive);
    await queryClient.invalidateQueries({ queryKey: formKey(slug) });
    void queryClient.invalidateQueries({ queryKey: formsKey });
  };
  const restore = useMutation({
    mutationFn: () => change(true),
    onSuccess: () => tell(restored(title)),
    onError: (error) => tell(problemText(error)),
  });
  const archive = async () => {
    await change(false);
    tell(archived(title), { label: undo, onPress: () => restore.mutate() });
  };
  return { archive, restore };
}

export function ArchiveSection({ form }: { form: FormDetail }) {
  const [isAsking, setAsking] = useState(false);
  const { archive } = useActivity(form);
  const close = () => setAsking(false);
  return (
    <Panel id="archive" title={words.danger}>
      <div className={styles.danger}>
        <p>{words.archiveText}</p>
        <Button look="danger" onPress={() => setAsking(true)}>
          {words.archive}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog title={words.archiveTitle(form.title)} label={words.archive} onConfirm={archive} onClose={close}>
          <p>{words.archiveWarning(linkOf(location.origin, form.slug))}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

export function ArchivedNotice({ form }: { form: FormDetail }) {
  const { restore } = useActivity(form);
  return (
    <Notice kind="warning">
      <div className={mixedRowClass}>
        <p>{words.isArchived}</p>
        <Button isPending={restore.isPending} onPress={() => restore.mutate()}>
          {words.restore}
        </Button>
      </div>
    </Notice>
  );
}
