import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Integration } from "../../../../shared/domain/shapes/integrations.ts";
import { attachedFormsQuery, integrationsKey, removeIntegration } from "../../api/queries/integrations.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { problemText } from "../../parts/failed.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Notice } from "../../parts/notice.tsx";
import { tell } from "../../parts/toasts.tsx";
import { cancel } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import styles from "./integrations.module.css";

/** Says which forms lose it, before it is gone. */
export function DeleteDialog({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const forms = useQuery({ ...attachedFormsQuery(integration), staleTime: 0 });
  const remove = useMutation({
    mutationFn: () => removeIntegration(integration),
    onSuccess: async () => {
      tell(words.removed(integration.name));
      await navigate({ to: "/integrations" });
      await queryClient.invalidateQueries({ queryKey: integrationsKey });
    },
  });
  return (
    <Dialog title={words.removeTitle(integration.name)} onClose={onClose}>
      <p>{words.removeText}</p>
      <Loaded query={forms}>
        {({ count, results }) =>
          count === 0 ? (
            <p>{words.removeUnattached}</p>
          ) : (
            <>
              <p>{words.removeAttached(count)}</p>
              <ul>
                {results.map(({ slug, title }) => (
                  <li key={slug}>{title}</li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {remove.error && <Notice kind="danger">{problemText(remove.error)}</Notice>}
      <div className={styles.buttons}>
        <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
          {words.remove}
        </Button>
        <Button autoFocus onPress={onClose}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  );
}
