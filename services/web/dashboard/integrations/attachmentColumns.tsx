import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Attachment, Integration } from "../../../../shared/api/shapes/integrations.ts";
import { rowActions } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Badge } from "../../ui/badge.tsx";
import { recentTimeText } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { ActionMenu } from "../../ui/menu.tsx";
import { Switch } from "../../ui/switch.tsx";
import { type Column, opensClass, rowActionsClass, rowTitleClass } from "../../ui/table.tsx";
import { tell } from "../../ui/toasts.tsx";
import { attachmentsKey, updateAttachment } from "../api/queries/attachments.ts";
import { integrationsKey } from "../api/queries/integrations.ts";
import { useCan } from "../api/rights.ts";
import { Health, hostOf, StatusBadge, useTypeTitle } from "./integrationRow.tsx";
import styles from "./integrations.module.css";
import { TypeIcon } from "./typeIcon.tsx";

export interface AttachmentRow {
  attachment: Attachment;
  /** undefined for users who may not see it, and after the first hundred */
  integration: Integration | undefined;
}

interface Given {
  slug: string;
  canChange: boolean;
  onOpen(kind: "edit" | "detach", attachment: Attachment): void;
}

type Props = Given & AttachmentRow;

/** The columns of a form's integrations. A row opens its options. */
export const attachmentColumns = (given: Given): readonly Column<AttachmentRow>[] => [
  { id: "integration", title: words.columns.integration, cell: (row) => <Name {...given} {...row} /> },
  { id: "events", title: words.events, cell: (row) => <Events {...row} /> },
  {
    id: "health",
    title: words.columns.health,
    cell: ({ integration }) => integration && <Health integration={integration} />,
  },
  { id: "last", title: words.lastDelivery, cell: ({ integration }) => integration && <Last {...integration} /> },
  { id: "status", title: words.columns.status, cell: (row) => <State {...row} /> },
  { id: "actions", title: rowActions, cell: (row) => given.canChange && <Actions {...given} {...row} /> },
];

function Name({ canChange, onOpen, attachment, integration }: Props) {
  const { integration_id: id, integration_name: name, integration_type: type } = attachment;
  const canOpen = useCan()("integrations:read");
  const title = <bdi>{name}</bdi>;
  return (
    <div className={styles.names}>
      <TypeIcon type={type} />
      <div>
        <h2 className={rowTitleClass}>
          {canChange ? (
            <button
              type="button"
              className={`${opensClass} ${styles.opener}`}
              aria-haspopup="dialog"
              onClick={() => onOpen("edit", attachment)}
            >
              {title}
            </button>
          ) : canOpen ? (
            <Link to="/integrations/$type/$id" params={{ type, id }} className={opensClass}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        <p className={styles.target}>
          {[useTypeTitle(type), integration && hostOf(integration)].filter(Boolean).join(" · ")}
        </p>
      </div>
    </div>
  );
}

const Events = ({ attachment: { events, condition } }: AttachmentRow) => (
  <>
    <p>{words.eventList(events)}</p>
    {condition && <p className={styles.target}>{words.withCondition}</p>}
  </>
);

const Last = ({ last_delivery: last }: Integration) =>
  last ? (
    <>
      <p data-failed={last.status === "error" || undefined}>{words.lastResults[last.status]}</p>
      <p className={styles.target}>{recentTimeText(last.created, new Date())}</p>
    </>
  ) : (
    words.noneYet
  );

function State({ attachment: { is_enabled: isEnabled }, integration }: AttachmentRow) {
  if (!isEnabled) return <Badge kind="plain">{words.isPaused}</Badge>;
  return integration ? <StatusBadge integration={integration} /> : <Badge kind="good">{words.isEnabled}</Badge>;
}

function Actions({ slug, onOpen, attachment }: Props) {
  const { integration_id: id, integration_name: name, integration_type: type } = attachment;
  const navigate = useNavigate();
  const enable = useEnabling(slug, attachment);
  return (
    <div className={rowActionsClass}>
      <Switch
        isBare
        label={words.receives(name)}
        // changes are shown immediately, and reverted if rejected
        isOn={enable.isPending ? enable.variables : attachment.is_enabled}
        onChange={enable.mutate}
      />
      <ActionMenu
        label={words.menuOf(name)}
        actions={[
          { id: "edit", label: words.edit, icon: "settings", onAction: () => onOpen("edit", attachment) },
          {
            id: "open",
            label: words.openIntegration,
            icon: "plug",
            onAction: () => void navigate({ to: "/integrations/$type/$id", params: { type, id } }),
          },
          {
            id: "detach",
            label: words.detach,
            icon: "trash-2",
            isDanger: true,
            startsGroup: true,
            onAction: () => onOpen("detach", attachment),
          },
        ]}
      />
    </div>
  );
}

function useEnabling(slug: string, { id }: Attachment) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isEnabled: boolean) => updateAttachment(slug, id, { is_enabled: isEnabled }),
    // in order, so that the last one wins
    scope: { id: `attachment ${id}` },
    onError: (error) => tell(problemText(error)),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: attachmentsKey(slug) });
      void queryClient.invalidateQueries({ queryKey: integrationsKey });
    },
  });
}
