import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SubmittedGraph } from "../../../../../shared/domain/graph/shapes/graph.ts";
import { undo } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/versions.ts";
import { ApiError } from "../../../ui/apiError.ts";
import { ConfirmDialog } from "../../../ui/confirmDialog.tsx";
import { timeText } from "../../../ui/dates.ts";
import { problemText } from "../../../ui/failed.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { PlainError } from "../../../ui/plainError.ts";
import { tell } from "../../../ui/toasts.tsx";
import { formKey, formsKey } from "../../api/queries/forms.ts";
import { draftQuery, putDraft, restoreVersion } from "../../api/queries/versions.ts";

interface Props {
  slug: string;
  number: number;
  /** The draft came from this version, so it loses only its changes. */
  isDiscard: boolean;
  onClose: () => void;
}

/** Replaces the draft that is shown here, never a later one. Undo works until the draft changes again. */
export function RestoreDialog({ slug, number, isDiscard, onClose }: Props) {
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
  const restore = async () => {
    // loaded before the button works
    if (!draft.data) return;
    const { graph, etag } = draft.data;
    try {
      const restored = await restoreVersion(slug, number, etag);
      tell(isDiscard ? words.discarded : words.restored(number), {
        label: undo,
        onPress: () => void takeBack(graph as SubmittedGraph, restored),
      });
      reload();
    } catch (error) {
      if (!isConflict(error)) throw error;
      void draft.refetch();
      throw new PlainError(words.changedMeanwhile);
    }
  };
  return (
    <ConfirmDialog
      title={isDiscard ? words.discardTitle(number) : words.restoreTitle(number)}
      label={isDiscard ? words.discard : words.restore}
      look={isDiscard ? "dangerFilled" : "primary"}
      isWaiting={!draft.data || draft.isFetching}
      onConfirm={restore}
      onClose={onClose}
    >
      <Loaded query={draft}>{({ last_saved_at: saved }) => <p>{words.restoreText(timeText(saved))}</p>}</Loaded>
    </ConfirmDialog>
  );
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;
