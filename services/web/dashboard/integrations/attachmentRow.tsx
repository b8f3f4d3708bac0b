import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Attachment } from "../../../../shared/domain/shapes/integrations.ts";
import { attachmentsKey, updateAttachment } from "../../api/queries/attachments.ts";
import { integrationsKey } from "../../api/queries/integrations.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { problemText } from "../../parts/failed.tsx";
import { tell } from "../../parts/toasts.tsx";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Check, EventChecks } from "./eventChecks.tsx";
import { useTypeTitle } from "./integrationRow.tsx";
import styles from "./integrations.module.css";

interface Props {
  slug: string;
  attachment: Attachment;
  onDetach: () => void;
}

type Change = Partial<Pick<Attachment, "events" | "is_enabled" | "notify_on_failure">>;

/** Each box is stored as soon as it is ticked. */
export function AttachmentRow({ slug, attachment, onDetach }: Props) {
  const { id, integration_id, integration_name: name, integration_type: type } = attachment;
  const queryClient = useQueryClient();
  const update = useMutation({
    mutationFn: (change: Change) => updateAttachment(slug, id, change),
    onError: (error) => tell(problemText(error)),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: attachmentsKey(slug) });
      void queryClient.invalidateQueries({ queryKey: integrationsKey });
    },
  });
  // what was ticked shows at once, and goes back where it was refused
  const shown = { ...attachment, ...(update.isPending && update.variables) };
  return (
    <li className={styles.attachment}>
      <div className={styles.spread}>
        <div>
          <h2 className={styles.name}>
            <Link to="/integrations/$type/$id" params={{ type, id: integration_id }}>
              {name}
            </Link>
          </h2>
          <p className={styles.muted}>{useTypeTitle(type)}</p>
        </div>
        <Badge kind={shown.is_enabled ? "good" : "plain"}>{shown.is_enabled ? words.isActive : words.isPaused}</Badge>
      </div>
      <EventChecks
        label={words.optionsOf(name)}
        events={shown.events}
        onChange={(events) => (events.length === 0 ? tell(words.oneEvent) : update.mutate({ events }))}
      />
      <div className={styles.spread}>
        <div className={styles.checks}>
          <Check
            label={words.isEnabled}
            isChecked={shown.is_enabled}
            onChange={(isEnabled) => update.mutate({ is_enabled: isEnabled })}
          />
          <Check
            label={words.notifyOnFailure}
            isChecked={shown.notify_on_failure}
            onChange={(notifyOnFailure) => update.mutate({ notify_on_failure: notifyOnFailure })}
          />
        </div>
        <Button look="plain" aria-label={words.detachOf(name)} onPress={onDetach}>
          {words.detach}
        </Button>
      </div>
    </li>
  );
}
