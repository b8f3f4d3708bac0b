import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Integration } from "../../../../shared/api/shapes/integrations.ts";
import { replayed } from "../../strings/en/dashboard/integrations.ts";
import * as words from "../../strings/en/dashboard/notices.ts";
import { ConfirmDialog } from "../../ui/confirmDialog.tsx";
import { dayText } from "../../ui/dates.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { tell } from "../../ui/toasts.tsx";
import { deliveriesKey, deliveriesQuery, replayDeliveries } from "../api/queries/integrations.ts";
import { deliveriesViewOf } from "../integrations/deliveriesSearch.ts";

interface Props {
  integration: Integration;
  /** the reader's day (`YYYY-MM-DD`) */
  day: string;
  onClose: () => void;
}

/** Asks first, because the receiver gets the events of all failed deliveries of that day again. */
export function RetryDialog({ integration, day, onClose }: Props) {
  const view = deliveriesViewOf({ status: "error", from: day, to: day });
  const query = useQuery(deliveriesQuery(integration, view));
  const queryClient = useQueryClient();
  const retry = async () => {
    const { queued_count: queued } = await replayDeliveries(integration, view);
    tell(replayed(queued));
    void queryClient.invalidateQueries({ queryKey: deliveriesKey(integration) });
  };
  return (
    <ConfirmDialog
      title={words.retryTitle(integration.name)}
      label={words.retryAll}
      look="primary"
      isWaiting={query.data === undefined}
      onConfirm={retry}
      onClose={onClose}
    >
      <Loaded query={query} skeleton={<p>{words.retryText(null, dayText(day))}</p>}>
        {({ count }) => <p>{words.retryText(count, dayText(day))}</p>}
      </Loaded>
    </ConfirmDialog>
  );
}
