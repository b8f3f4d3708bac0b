import { useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import { ConfirmDialog } from "../../ui/confirmDialog.tsx";
import { tell } from "../../ui/toasts.tsx";
import { keysKey, revokeKey } from "../api/queries/developers.ts";

export function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revoke = async () => {
    await revokeKey(id);
    await queryClient.invalidateQueries({ queryKey: keysKey });
    tell(words.revoked(name));
  };
  return (
    <ConfirmDialog title={words.revokeTitle(name)} label={words.revoke} onConfirm={revoke} onClose={onClose}>
      <p>{words.revokeText}</p>
    </ConfirmDialog>
  );
}
