import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Attachment, EventName } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonRow, spreadRowClass } from "../../ui/buttonRow.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { problemText } from "../../ui/failed.tsx";
import { rowClass } from "../../ui/rows.tsx";
import { rowTitleClass } from "../../ui/table.tsx";
import { tell } from "../../ui/toasts.tsx";
import { attachmentsKey, attachmentsQuery, updateAttachment } from "../api/queries/attachments.ts";
import { integrationsKey } from "../api/queries/integrations.ts";
import { ConditionButton } from "../mails/conditionDialog.tsx";
import { EventChecks } from "./eventChecks.tsx";
import { useTypeTitle } from "./integrationRow.tsx";
import styles from "./integrations.module.css";
import { TypeIcon } from "./typeIcon.tsx";

interface Props {
  slug: string;
  attachment: Attachment;
  canChange: boolean;
  onDetach: () => void;
}

type Change = Partial<Pick<Attachment, "events" | "is_enabled" | "notify_on_failure">>;

/** Returns the stored events with the changes that were made here from `before` to `after`. */
const mergedEvents = (before: EventName[], after: EventName[], stored: EventName[]): EventName[] => [
  ...stored.filter((name) => after.includes(name) || !before.includes(name)),
  ...after.filter((name) => !before.includes(name) && !stored.includes(name)),
];

/** A form's integration and its events. Saves each change of a checkbox immediately. */
export function AttachmentRow({ slug, attachment, canChange, onDetach }: Props) {
  const { integration_id, integration_name: name, integration_type: type } = attachment;
  const { shown, change } = useChanges(slug, attachment);
  return (
    <li className={`${rowClass} ${styles.attachment}`}>
      <div className={spreadRowClass}>
        <div className={styles.names}>
          <TypeIcon type={type} />
          <div>
            <h2 className={rowTitleClass}>
              <Link to="/integrations/$type/$id" params={{ type, id: integration_id }} className={styles.opens}>
                <bdi>{name}</bdi>
              </Link>
            </h2>
            <p className={styles.target}>{useTypeTitle(type)}</p>
          </div>
        </div>
        <Badge kind={shown.is_enabled ? "good" : "plain"}>{shown.is_enabled ? words.isActive : words.isPaused}</Badge>
      </div>
      {canChange && (
        <>
          <EventChecks
            label={words.optionsOf(name)}
            events={shown.events}
            onChange={(events) => (events.length === 0 ? tell(words.oneEvent) : change({ events }))}
          />
          <div className={spreadRowClass}>
            <div className={styles.checks}>
              <Checkbox
                label={words.isEnabled}
                isChecked={shown.is_enabled}
                onChange={(isEnabled) => change({ is_enabled: isEnabled })}
              />
              <Checkbox
                label={words.notifyOnFailure}
                isChecked={shown.notify_on_failure}
                onChange={(notifyOnFailure) => change({ notify_on_failure: notifyOnFailure })}
              />
            </div>
            <ButtonRow>
              <ConditionButton slug={slug} attachment={attachment} />
              <Button look="plain" aria-label={words.detachOf(name)} onPress={onDetach}>
                {words.detach}
              </Button>
            </ButtonRow>
          </div>
        </>
      )}
    </li>
  );
}

/** The attachment with unsaved changes, and a function that saves one. Changes are shown immediately, and reverted if rejected. */
function useChanges(slug: string, attachment: Attachment) {
  const { id } = attachment;
  const queryClient = useQueryClient();
  const [ticked, setTicked] = useState<Change>({});
  const pending = useRef(0);
  const update = useMutation({
    mutationFn: async ({ events, ...others }: Change) => {
      if (!events) return updateAttachment(slug, id, others);
      // another tab may have changed another event
      const { results } = await queryClient.fetchQuery({ ...attachmentsQuery(slug), staleTime: 0 });
      const stored = results.find((one) => one.id === id) ?? attachment;
      return updateAttachment(slug, id, { events: mergedEvents(attachment.events, events, stored.events) });
    },
    // in order, so that the last one wins
    scope: { id: `attachment ${id}` },
    onError: (error) => tell(problemText(error)),
    onSettled: async () => {
      pending.current -= 1;
      await queryClient.invalidateQueries({ queryKey: attachmentsKey(slug) });
      void queryClient.invalidateQueries({ queryKey: integrationsKey });
      if (pending.current === 0) setTicked({});
    },
  });
  const shown = { ...attachment, ...ticked };
  const change = (next: Change) => {
    pending.current += 1;
    setTicked({ ...ticked, ...next });
    update.mutate(next);
  };
  return { shown, change };
}
