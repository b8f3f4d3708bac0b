import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { FormDetail, MovedForm } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Panel } from "../../../ui/section.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { movableQuery, moveForm } from "../../api/queries/forms.ts";
import { Left } from "../moving/left.tsx";
import { useOtherWorkspaces } from "../moving/useOtherWorkspaces.ts";
import styles from "./formSettings.module.css";

const ConfirmDialog = lazyPart(() => import("../../../ui/confirmDialog.tsx"), "ConfirmDialog");

/** For those who change several workspaces. */
export function MoveSection({ form }: { form: FormDetail }) {
  const workspaces = useOtherWorkspaces();
  const [isOpen, setOpen] = useState(false);
  if (Object.keys(workspaces).length === 0) return null;
  return (
    <Panel title={words.move}>
      <div className={styles.danger}>
        <p>{words.moveText}</p>
        <Button onPress={() => setOpen(true)}>{words.moveOpen}</Button>
      </div>
      {isOpen && (
        <Suspense>
          <MoveDialog form={form} workspaces={workspaces} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  );
}

interface DialogProps {
  form: FormDetail;
  /** names by ID */
  workspaces: Record<string, string>;
  onClose: () => void;
}

function MoveDialog({ form: { slug, title }, workspaces, onClose }: DialogProps) {
  const [target, setTarget] = useState(Object.keys(workspaces)[0] ?? "");
  const preview = useQuery(movableQuery(slug, target));
  const move = useMutation({
    mutationFn: (): Promise<MovedForm> => moveForm(slug, { workspace_id: target }),
    // the page belongs to the other workspace now
    onSuccess: () => window.location.assign(`/forms/${slug}/settings?workspace=${target}`),
  });
  return (
    <ConfirmDialog
      title={words.moveTitle(title)}
      label={words.moveAction}
      look="primary"
      isWaiting={preview.isPending}
      onConfirm={() => move.mutateAsync()}
      onClose={onClose}
    >
      <SelectField label={words.moveTo} value={target} options={workspaces} onChange={setTarget} />
      <p>{words.moveKeeps}</p>
      <Loaded query={preview}>{({ left }) => <Left left={left} />}</Loaded>
    </ConfirmDialog>
  );
}
