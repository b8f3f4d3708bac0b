import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SubmittedGraph } from "../../../../../shared/domain/shapes/graph.ts";
import { ApiError } from "../../../api/apiError.ts";
import { formKey, formsKey } from "../../../api/queries/forms.ts";
import { draftQuery, putDraft, restoreVersion } from "../../../api/queries/versions.ts";
import { Button } from "../../../parts/button.tsx";
import { timeText } from "../../../parts/dates.ts";
import { Dialog } from "../../../parts/dialog.tsx";
import { problemText } from "../../../parts/failed.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Notice } from "../../../parts/notice.tsx";
import { tell } from "../../../parts/toasts.tsx";
import { cancel, undo } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/versions.ts";
import styles from "./versions.module.css";

interface Props {
  slug: string;
  number: number;
  onClose: () => void;
}

/** What is replaced is the draft that is named here, and no later one; it can be taken back as long as nobody changes it. */
export function RestoreDialog({ slug, number, onClose }: Props) {
  const queryClient = useQueryClient();
  const draft = useQuery(draftQuery(slug));
  const reload = () => {
    void queryClient.invalidateQueries({ queryKey: formKey(slug) });
    void queryClient.invalidateQueries({ queryKey: formsKey });
  };
  const takeBack = async (graph: SubmittedGraph, etag: string | null) => {
    try {
      await putDraft(slug, graph, etag);
      tell(words.undone);
    } catch (error) {
      tell(isConflict(error) ? words.notUndone : problemText(error));
    }
    reload();
  };
  const restore = useMutation({
    mutationFn: ({ etag }: { graph: SubmittedGraph; etag: string | null }) => restoreVersion(slug, number, etag),
    onSuccess: (etag, { graph }) => {
      reload();
      tell(words.restored(number), { label: undo, onPress: () => void takeBack(graph, etag) });
      onClose();
    },
    onError: (error) => isConflict(error) && void draft.refetch(),
  });
  return (
    <Dialog title={words.restoreTitle(number)} onClose={onClose}>
      <Loaded query={draft}>
        {({ graph, etag, last_saved_at: saved }) => (
          <>
            <p>{words.restoreText(timeText(saved))}</p>
            {restore.error && (
              <Notice kind="danger">
                {isConflict(restore.error) ? words.changedMeanwhile : problemText(restore.error)}
              </Notice>
            )}
            <div className={styles.actions}>
              <Button
                look="primary"
                isPending={restore.isPending || draft.isFetching}
                onPress={() => restore.mutate({ graph: graph as SubmittedGraph, etag })}
              >
                {words.restoreNow}
              </Button>
              <Button autoFocus onPress={onClose}>
                {cancel}
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;
