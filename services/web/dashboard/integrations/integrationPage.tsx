import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Integration } from "../../../../shared/domain/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Button } from "../../ui/button.tsx";
import { mixedRowClass } from "../../ui/buttonRow.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { tell } from "../../ui/toasts.tsx";
import {
  deliveriesKey,
  integrationQuery,
  integrationsKey,
  integrationTypesQuery,
  testIntegration,
  updateIntegration,
} from "../api/queries/integrations.ts";
import { AttachedForms } from "./attachedForms.tsx";
import type { IntegrationTypeDetail } from "./config.ts";
import { DeleteDialog } from "./deleteDialog.tsx";
import { Deliveries } from "./deliveries.tsx";
import { DeliveryDialog } from "./deliveryDialog.tsx";
import { StatusBadge, useTypeTitle } from "./integrationRow.tsx";
import styles from "./integrations.module.css";
import { useConsent } from "./newIntegrationDialog.tsx";
import { SecretSection } from "./secretSection.tsx";
import { SettingsForm } from "./settingsForm.tsx";

export function IntegrationPage() {
  const name = useParams({ from: "/layout/integrations/$type/$id" });
  const query = useQuery(integrationQuery(name));
  const types = useQuery(integrationTypesQuery);
  const type = types.data?.find((one) => one.type === name.type);
  if (query.data === null || (types.data && !type)) return <MissingIntegration />;
  if (query.data && type) return <OpenIntegration integration={query.data} type={type} />;
  return (
    <Page title={words.title}>
      <Loaded query={types}>{() => <Loaded query={query}>{() => null}</Loaded>}</Loaded>
    </Page>
  );
}

function MissingIntegration() {
  return (
    <Page title={words.missingTitle}>
      <p>{words.missingText}</p>
      <Link to="/integrations">{words.toIntegrations}</Link>
    </Page>
  );
}

interface Props {
  integration: Integration;
  type: IntegrationTypeDetail;
}

function OpenIntegration({ integration, type }: Props) {
  const search = useSearch({ from: "/layout/integrations/$type/$id" });
  const navigate = useNavigate({ from: "/integrations/$type/$id" });
  const queryClient = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const typeTitle = useTypeTitle(integration.type);
  const showDelivery = (delivery: string | undefined) => navigate({ search: { ...search, delivery } });
  const test = useMutation({
    mutationFn: () => testIntegration(integration),
    onSettled: () => queryClient.invalidateQueries({ queryKey: integrationsKey }),
  });
  const actions = (
    <>
      <Button isPending={test.isPending} onPress={() => test.mutate()}>
        {test.isPending ? words.testing : words.test}
      </Button>
      <Button look="danger" onPress={() => setDeleting(true)}>
        {words.remove}
      </Button>
    </>
  );
  return (
    <Page title={integration.name} actions={actions}>
      <p className={mixedRowClass}>
        <span>{typeTitle}</span>
        <StatusBadge status={integration.status} />
      </p>
      {search.connected === integration.id && <Notice kind="good">{words.connected}</Notice>}
      {search.error && <Notice kind="danger">{words.notConnected(search.error)}</Notice>}
      <Connection integration={integration} type={type} />
      {test.error && <Notice kind="danger">{problemText(test.error)}</Notice>}
      {test.data && (
        <Notice kind={test.data.success ? "good" : "danger"}>
          <div className={mixedRowClass}>
            <span>
              {test.data.success
                ? words.testWorked(test.data.response_code, test.data.duration_ms)
                : words.testFailed(test.data.error_message)}
            </span>
            {test.data.deliveryId !== null && (
              <Button onPress={() => showDelivery(test.data.deliveryId ?? undefined)}>{words.showTest}</Button>
            )}
          </div>
        </Notice>
      )}
      <div className={styles.columns}>
        <SettingsForm key={integration.id} integration={integration} type={type} />
        <div className={styles.aside}>
          <AttachedForms name={integration} />
          {integration.type === "webhook" && <SecretSection id={integration.id} />}
        </div>
      </div>
      <Deliveries integration={integration} search={search} />
      {search.delivery !== undefined && (
        <DeliveryDialog
          integration={integration}
          id={search.delivery}
          onAsked={() => queryClient.invalidateQueries({ queryKey: deliveriesKey(integration) })}
          onClose={() => showDelivery(undefined)}
        />
      )}
      {isDeleting && <DeleteDialog integration={integration} onClose={() => setDeleting(false)} />}
    </Page>
  );
}

/** What keeps it from delivering, and the way out. */
function Connection({ integration, type }: Props) {
  const queryClient = useQueryClient();
  const consent = useConsent(integration.type);
  const switchOn = useMutation({
    mutationFn: () => updateIntegration(integration, { status: "connected" }),
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: integrationsKey });
      tell(words.switchedOn(name));
    },
  });
  const isConnected = integration.status === "connected";
  if (type.auth !== "oauth" && isConnected) return null;
  const error = consent.error ?? switchOn.error;
  const connect = (
    <Button
      look={isConnected ? "quiet" : "primary"}
      isPending={consent.isPending}
      onPress={() => consent.mutate({ integration_id: integration.id })}
    >
      {isConnected ? words.connectAgain(type.title) : words.connect(type.title)}
    </Button>
  );
  return (
    <>
      {!isConnected && (
        <Notice kind="warning">
          <div className={mixedRowClass}>
            <span>
              {integration.status === "disabled" ? words.isOff : words.needsConsent}
              {type.is_configured || ` ${words.notConfigured(type.title)}`}
            </span>
            {type.auth === "oauth" ? (
              type.is_configured && connect
            ) : (
              <Button look="primary" isPending={switchOn.isPending} onPress={() => switchOn.mutate()}>
                {words.switchOn}
              </Button>
            )}
          </div>
        </Notice>
      )}
      {isConnected && type.is_configured && <div>{connect}</div>}
      {error && <Notice kind="danger">{problemText(error)}</Notice>}
    </>
  );
}
