import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OwnWorkspace } from "../../../../shared/api/shapes/workspaces.ts";
import * as words from "../../strings/en/dashboard/workspaces.ts";
import { Button } from "../../ui/button.tsx";
import { spreadRowClass } from "../../ui/buttonRow.tsx";
import { timeText } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { tell } from "../../ui/toasts.tsx";
import { restoreWorkspace } from "../api/queries/workspaces.ts";
import { useCan } from "../api/rights.ts";
import { readUserAgain } from "../api/session.ts";
import styles from "./layout.module.css";

interface Props {
  workspace: OwnWorkspace;
  deletesAt: string;
}

/** Stands above every page of a workspace that is going to be deleted. */
export function Suspended({ workspace: { id, name }, deletesAt }: Props) {
  const canRestore = useCan()("workspace:delete");
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: () => restoreWorkspace(id),
    onSuccess: () => tell(words.restored(name)),
    onError: (error) => tell(problemText(error)),
    // also after a 503, which may have restored it
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: ["workspaces"] }), readUserAgain(queryClient)]),
  });
  return (
    <div className={styles.suspended}>
      <Notice kind="warning">
        <div className={spreadRowClass}>
          <span>{words.suspended(name, timeText(deletesAt))}</span>
          {canRestore && (
            <Button isPending={restore.isPending} onPress={() => restore.mutate()}>
              {words.restore}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  );
}
