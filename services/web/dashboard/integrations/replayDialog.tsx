import { useMutation } from "@tanstack/react-query";
import { type DeliveriesView, type IntegrationName, replayDeliveries } from "../../api/queries/integrations.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { problemText } from "../../parts/failed.tsx";
import { Notice } from "../../parts/notice.tsx";
import { tell } from "../../parts/toasts.tsx";
import { cancel } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import styles from "./integrations.module.css";

interface Props {
  name: IntegrationName;
  view: DeliveriesView;
  /** records of the list */
  count: number;
  onAsked: () => void;
  onClose: () => void;
}

/** Asks first: a receiver gets all of it again. */
export function ReplayDialog({ name, view, count, onAsked, onClose }: Props) {
  const replay = useMutation({
    mutationFn: () => replayDeliveries(name, view),
    onSuccess: ({ queued_count: queued }) => {
      tell(words.replayed(queued));
      onAsked();
      onClose();
    },
  });
  const filters = [
    view.status && words.deliveryStatuses[view.status],
    view.event && words.allEventNames[view.event],
    view.from_date && words.fromDay(view.from_date),
    view.to_date && words.toDay(view.to_date),
  ].filter((text) => text !== undefined && text !== "") as string[];
  return (
    <Dialog title={words.replayTitle} onClose={onClose}>
      <p>{words.replayFilters(filters)}</p>
      <p>{words.replayText(count)}</p>
      {replay.error && <Notice kind="danger">{problemText(replay.error)}</Notice>}
      <div className={styles.buttons}>
        <Button look="primary" isPending={replay.isPending} onPress={() => replay.mutate()}>
          {words.replayAction}
        </Button>
        <Button autoFocus onPress={onClose}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  );
}
