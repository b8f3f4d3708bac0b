import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api/apiError.ts";
import { formKey, formsKey } from "../../api/queries/forms.ts";
import { eraseResponse, forgetResponse } from "../../api/queries/responses.ts";
import { ConfirmDialog } from "../../parts/confirmDialog.tsx";
import { tell } from "../../parts/toasts.tsx";
import * as words from "../../strings/en/dashboard/responses.ts";

interface Props {
  slug: string;
  id: string;
  onErased(): Promise<void>;
  onClose(): void;
}

/** Cannot be taken back, so it asks, and what it leaves is said before. */
export function EraseDialog({ slug, id, onErased, onClose }: Props) {
  const queryClient = useQueryClient();
  const erase = async () => {
    try {
      await eraseResponse(slug, id);
    } catch (error) {
      // somebody else was faster: it is gone, as was wanted
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
    tell(words.erased);
    // away from it first: it could not be loaded again
    await onErased();
    forgetResponse(queryClient, slug, id);
    void queryClient.invalidateQueries({ queryKey: formKey(slug), exact: true });
    void queryClient.invalidateQueries({ queryKey: formsKey });
  };
  return (
    <ConfirmDialog title={words.eraseTitle} label={words.eraseNow} onConfirm={erase} onClose={onClose}>
      <p>{words.eraseText}</p>
    </ConfirmDialog>
  );
}
