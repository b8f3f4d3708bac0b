import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Integration } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { ConfirmDialog } from "../../ui/confirmDialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { tell } from "../../ui/toasts.tsx";
import { attachedFormsQuery, integrationsKey, removeIntegration } from "../api/queries/integrations.ts";

/** Names the forms that lose the integration before it is deleted. */
export function DeleteDialog({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const forms = useQuery({ ...attachedFormsQuery(integration), staleTime: 0 });
  const remove = async () => {
    await removeIntegration(integration);
    tell(words.removed(integration.name));
    await navigate({ to: "/integrations", ignoreBlocker: true });
    await queryClient.invalidateQueries({ queryKey: integrationsKey });
  };
  return (
    <ConfirmDialog
      title={words.removeTitle(integration.name)}
      label={words.remove}
      onConfirm={remove}
      onClose={onClose}
    >
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
                  <li key={slug}>
                    <bdi>{title}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </ConfirmDialog>
  );
}
