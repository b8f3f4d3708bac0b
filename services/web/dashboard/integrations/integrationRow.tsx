import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Integration } from "../../../../shared/api/shapes/integrations.ts";
import { rowActions } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { Badge, type BadgeKind } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { problemText } from "../../ui/failed.tsx";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { readable } from "../../ui/readable.ts";
import { type Column, opensClass, rowActionsClass, rowTitleClass } from "../../ui/table.tsx";
import { tell } from "../../ui/toasts.tsx";
import {
  attachedCountQuery,
  healthQuery,
  integrationsKey,
  integrationTypesQuery,
  testIntegration,
  updateIntegration,
} from "../api/queries/integrations.ts";
import { useCan } from "../api/rights.ts";
import { DeleteDialog } from "./deleteDialog.tsx";
import { HealthBars } from "./healthBars.tsx";
import styles from "./integrations.module.css";
import { useConsent } from "./newIntegrationDialog.tsx";
import { TypeIcon } from "./typeIcon.tsx";

/** The columns of the list. A row opens its deliveries, and its menu has the other actions. */
export const integrationColumns: readonly Column<Integration>[] = [
  { id: "integration", title: words.columns.integration, cell: (one) => <Name integration={one} /> },
  { id: "status", title: words.columns.status, cell: (one) => <StatusBadge integration={one} /> },
  { id: "health", title: words.columns.health, cell: (one) => <Health integration={one} /> },
  {
    id: "count",
    title: words.columns.deliveries,
    cell: (one) => (
      <>
        <strong>{numberText(attemptsOf(one))}</strong>
        <span className="visually-hidden">{words.deliveriesIn24Hours(attemptsOf(one))}</span>
      </>
    ),
    isNumber: true,
  },
  {
    id: "rate",
    title: words.columns.rate,
    cell: (one) => percentText(one.health && attemptsOf(one) > 0 ? one.health.delivered / attemptsOf(one) : null),
    isNumber: true,
  },
  { id: "usedBy", title: words.columns.usedBy, cell: (one) => <UsedBy integration={one} /> },
  { id: "actions", title: rowActions, cell: (one) => <Actions integration={one} /> },
];

interface Props {
  integration: Integration;
}

const attemptsOf = ({ health }: Integration): number => (health ? health.delivered + health.failed : 0);

function Name({ integration }: Props) {
  const { id, type, name } = integration;
  return (
    <div className={styles.names}>
      <TypeIcon type={type} />
      <div>
        <h2 className={rowTitleClass}>
          <Link to="/integrations/$type/$id" params={{ type, id }} className={opensClass}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <p className={styles.target}>{[useTypeTitle(type), hostOf(integration)].filter(Boolean).join(" · ")}</p>
      </div>
    </div>
  );
}

function UsedBy({ integration }: Props) {
  const { data: attached } = useQuery(attachedCountQuery(integration));
  return attached === undefined ? "" : words.formsCount(attached);
}

/** A bar for each of the last 24 hours. */
export function Health({ integration }: Props) {
  const { data } = useQuery(healthQuery(integration));
  const { delivered, failed, pending } = data ?? integration.health ?? { delivered: 0, failed: 0, pending: 0 };
  return (
    <>
      <HealthBars hours={data?.hours ?? []} />
      <span className="visually-hidden">{words.healthText(delivered, failed, pending)}</span>
    </>
  );
}

function Actions({ integration }: Props) {
  const { id, type, name, status } = integration;
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const test = useTest(integration);
  const canWrite = useCan()("integrations:write");
  const actions: MenuAction[] = [
    {
      id: "test",
      label: words.test,
      icon: "zap",
      isDisabled: test.isPending,
      onAction: () =>
        test.mutate(undefined, {
          onSuccess: ({ success, response_code: code, duration_ms: ms, error_message: message }) =>
            tell(success ? words.testWorked(code, ms) : words.testFailed(message)),
          onError: (error) => tell(problemText(error)),
        }),
    },
    {
      id: "settings",
      label: words.settings,
      icon: "settings",
      onAction: () =>
        void navigate({ to: "/integrations/$type/$id", params: { type, id }, search: { tab: "settings" } }),
    },
    {
      id: "delete",
      label: words.remove,
      icon: "trash-2",
      isDanger: true,
      startsGroup: true,
      onAction: () => setDeleting(true),
    },
  ];
  if (!canWrite) return null;
  return (
    <div className={rowActionsClass}>
      {status !== "connected" && <Restore integration={integration} />}
      <ActionMenu label={words.menuOf(name)} actions={actions} />
      {isDeleting && <DeleteDialog integration={integration} onClose={() => setDeleting(false)} />}
    </div>
  );
}

/** Sends a test, then reloads the lists. */
export function useTest(integration: Integration) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => testIntegration(integration),
    onSettled: () => queryClient.invalidateQueries({ queryKey: integrationsKey }),
  });
}

/** Makes an integration deliver again: by OAuth, or by enabling it. */
function Restore({ integration }: { integration: Integration }) {
  const { data: types = [] } = useQuery(integrationTypesQuery);
  const type = types.find((one) => one.type === integration.type);
  const consent = useConsent(integration.type);
  const enable = useEnable(integration);
  const onError = (error: Error) => tell(problemText(error));
  if (type?.auth !== "oauth") {
    return (
      <Button
        size="small"
        aria-label={words.enableOf(integration.name)}
        isPending={enable.isPending}
        onPress={() => enable.mutate(undefined, { onError })}
      >
        {words.switchOn}
      </Button>
    );
  }
  if (!type.is_configured) return null;
  return (
    <Button
      size="small"
      aria-label={words.reconnectOf(integration.name)}
      isPending={consent.isPending}
      onPress={() => consent.mutate({ integration_id: integration.id }, { onError })}
    >
      {words.reconnect}
    </Button>
  );
}

export function useEnable(integration: Integration) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => updateIntegration(integration, { status: "connected" }),
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: integrationsKey });
      tell(words.switchedOn(name));
    },
  });
}

/** Returns a type's title. */
export function useTypeTitle(type: string): string {
  const { data: types = [] } = useQuery(integrationTypesQuery);
  return types.find((one) => one.type === type)?.title ?? readable(type);
}

/** Returns the host that receives the deliveries, or nothing if the config has no URL. */
export function hostOf({ config: { url } }: Integration): string {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).host : "";
}

const kinds = { connected: "good", not_connected: "warning", disabled: "danger" } as const;

export function StatusBadge({
  integration,
}: {
  integration: Pick<Integration, "status" | "health" | "last_delivery">;
}) {
  const { status, health, last_delivery: last } = integration;
  if (status !== "connected" || last?.status !== "error")
    return <Badge kind={kinds[status] satisfies BadgeKind}>{words.statuses[status]}</Badge>;
  const isRetrying = (health?.pending ?? 0) > 0;
  return <Badge kind={isRetrying ? "warning" : "danger"}>{isRetrying ? words.retrying : words.failing}</Badge>;
}
