import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "../../../../shared/domain/shapes/auth.ts";
import { keysKey, revokeKey } from "../../api/queries/developers.ts";
import { ConfirmDialog } from "../../parts/confirmDialog.tsx";
import { tell } from "../../parts/toasts.tsx";
import * as words from "../../strings/en/dashboard/developers.ts";

export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeKey(apiKey.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keysKey });
      tell(words.revoked(apiKey.name));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={words.revokeTitle(apiKey.name)}
      label={words.revoke}
      action={revoke}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>{words.revokeText}</p>
    </ConfirmDialog>
  );
}
