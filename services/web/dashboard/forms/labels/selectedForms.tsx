import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { FormListItem } from "../../../../../shared/api/shapes/forms.ts";
import { moveSome } from "../../../strings/en/dashboard/formSettings.ts";
import * as words from "../../../strings/en/dashboard/labels.ts";
import { Button } from "../../../ui/button.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { SelectionBar } from "../../../ui/selectionBar.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { formsKey, setActive } from "../../api/queries/forms.ts";
import { MoveFormsDialog } from "../../form/moving/moveFormsDialog.tsx";
import { useOtherWorkspaces } from "../../form/moving/useOtherWorkspaces.ts";
import { LabelsDialog } from "./labelsDialog.tsx";

interface Props {
  forms: readonly FormListItem[];
  onClear: () => void;
}

/** Actions for the selected forms. */
export function SelectedForms({ forms, onClear }: Props) {
  const [isLabelling, setLabelling] = useState(false);
  const [isArchiving, setArchiving] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const workspaces = useOtherWorkspaces();
  const queryClient = useQueryClient();
  const active = forms.filter((form) => form.is_active);
  const archive = async () => {
    setArchiving(true);
    try {
      for (const { slug } of active) await setActive(slug, false);
      tell(words.archived(active.length));
      onClear();
    } catch (error) {
      tell(problemText(error));
    }
    setArchiving(false);
    await queryClient.invalidateQueries({ queryKey: formsKey });
  };
  return (
    <SelectionBar count={forms.length} onClear={onClear}>
      <Button size="small" icon="tag" onPress={() => setLabelling(true)}>
        {words.label}
      </Button>
      {active.length > 0 && (
        <Button size="small" icon="archive" isPending={isArchiving} onPress={() => void archive()}>
          {words.archive}
        </Button>
      )}
      {Object.keys(workspaces).length > 0 && (
        <Button size="small" icon="log-out" onPress={() => setMoving(true)}>
          {moveSome}
        </Button>
      )}
      {isMoving && (
        <Suspense>
          <MoveFormsDialog forms={forms} workspaces={workspaces} onMoved={onClear} onClose={() => setMoving(false)} />
        </Suspense>
      )}
      {isLabelling && <LabelsDialog forms={forms} onClose={() => setLabelling(false)} />}
    </SelectionBar>
  );
}
