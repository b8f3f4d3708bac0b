import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FormListItem } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { formsKey, movableQuery, moveForm } from "../../api/queries/forms.ts";
import { Left } from "./left.tsx";

const ConfirmDialog = lazyPart(() => import("../../../ui/confirmDialog.tsx"), "ConfirmDialog");

interface Props {
  /** at most a page of them */
  forms: readonly FormListItem[];
  /** names by ID; at least one */
  workspaces: Record<string, string>;
  onMoved(): void;
  onClose(): void;
}

/** Moves forms one after another. If one fails, those before it have moved, and another try continues with it. */
export function MoveFormsDialog({ forms, workspaces, onMoved, onClose }: Props) {
  const queryClient = useQueryClient();
  const [target, setTarget] = useState(Object.keys(workspaces)[0] ?? "");
  const previews = useQueries({ queries: forms.map(({ slug }) => movableQuery(slug, target)) });
  const unread = previews.find(({ data }) => data === undefined);
  const move = async () => {
    try {
      for (const { slug } of forms) await moveForm(slug, { workspace_id: target });
    } finally {
      await queryClient.invalidateQueries({ queryKey: formsKey });
    }
    tell(words.movedSome(forms.length, workspaces[target] ?? ""));
    onMoved();
  };
  return (
    <ConfirmDialog
      title={words.moveSomeTitle(forms.length)}
      label={words.moveSomeAction(forms.length)}
      look="primary"
      isWaiting={unread !== undefined}
      onConfirm={move}
      onClose={onClose}
    >
      <SelectField label={words.moveTo} value={target} options={workspaces} onChange={setTarget} />
      <p>{words.moveKeeps}</p>
      {unread ? (
        <Loaded query={unread}>{() => null}</Loaded>
      ) : (
        <Left left={previews.flatMap(({ data }) => data?.left ?? [])} title={words.leavesBehindSome} />
      )}
    </ConfirmDialog>
  );
}
