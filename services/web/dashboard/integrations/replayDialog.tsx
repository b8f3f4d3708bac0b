import * as deliveryWords from "../../strings/en/dashboard/deliveries.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { ConfirmDialog } from "../../ui/confirmDialog.tsx";
import { dayText } from "../../ui/dates.ts";
import { tell } from "../../ui/toasts.tsx";
import { type DeliveriesView, type IntegrationName, replayDeliveries } from "../api/queries/integrations.ts";
import { dayOf } from "../url/days.ts";

interface Props {
  name: IntegrationName;
  view: DeliveriesView;
  /** attempts in the list */
  count: number;
  onAsked: () => void;
  onClose: () => void;
}

/** Asks first, because the receiver gets all matching events again. */
export function ReplayDialog({ name, view, count, onAsked, onClose }: Props) {
  const replay = async () => {
    const { queued_count: queued } = await replayDeliveries(name, view);
    tell(words.replayed(queued));
    onAsked();
  };
  const filters = [
    view.status && deliveryWords.statuses[view.status],
    view.event && deliveryWords.events[view.event],
    view.from_date && words.fromDay(dayText(dayOf(view.from_date))),
    view.to_date && words.toDay(dayText(dayOf(view.to_date))),
  ].filter((text) => text !== undefined && text !== "") as string[];
  return (
    <ConfirmDialog
      title={words.replayTitle}
      label={words.replayAction}
      look="primary"
      onConfirm={replay}
      onClose={onClose}
    >
      <p>{words.replayFilters(filters)}</p>
      <p>{words.replayText(count)}</p>
    </ConfirmDialog>
  );
}
