import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "../../../../shared/domain/shapes/auth.ts";
import { keysKey, revokeKey } from "../../api/queries/developers.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { problemText } from "../../parts/failed.tsx";
import { Notice } from "../../parts/notice.tsx";
import { tell } from "../../parts/toasts.tsx";
import { cancel } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import styles from "./developers.module.css";

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
    <Dialog title={words.revokeTitle(apiKey.name)} onClose={onClose}>
      <p>{words.revokeText}</p>
      {revoke.error && <Notice kind="danger">{problemText(revoke.error)}</Notice>}
      <div className={styles.buttons}>
        <Button look="danger" isPending={revoke.isPending} onPress={() => revoke.mutate()}>
          {words.revoke}
        </Button>
        <Button autoFocus onPress={onClose}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  );
}
