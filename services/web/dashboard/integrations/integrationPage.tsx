import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Integration } from "../../../../shared/api/shapes/integrations.ts";
import { title } from "../../strings/en/dashboard/deliveries.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button } from "../../ui/button.tsx";
import { mixedRowClass } from "../../ui/buttonRow.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { tell } from "../../ui/toasts.tsx";
import { attachedCountQuery, integrationQuery, integrationTypesQuery } from "../api/queries/integrations.ts";
import { useCan } from "../api/rights.ts";
import type { DeliveriesSearch } from "../deliveries/search.ts";
import { AttachedForms } from "./attachedForms.tsx";
import type { IntegrationTypeDetail } from "./config.ts";
import { DeleteDialog } from "./deleteDialog.tsx";
import { Deliveries } from "./deliveries.tsx";
import { StatusBadge, useEnable, useTest, useTypeTitle } from "./integrationRow.tsx";
import styles from "./integrations.module.css";
import { useConsent } from "./newIntegrationDialog.tsx";
import { SecretSection } from "./secretSection.tsx";
import { SettingsForm } from "./settingsForm.tsx";
import { TypeIcon } from "./typeIcon.tsx";

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

type Tab = NonNullable<DeliveriesSearch["tab"]> | "deliveries";

function OpenIntegration({ integration, type }: Props) {
  const search = useSearch({ from: "/layout/integrations/$type/$id" });
  const navigate = useNavigate({ from: "/integrations/$type/$id" });
  const test = useTest(integration);
  const canWrite = useCan()("integrations:write");
  const sendTest = canWrite && (
    <Button icon="zap" isPending={test.isPending} onPress={() => test.mutate()}>
      {test.isPending ? words.testing : words.test}
    </Button>
  );
  // the empty list of deliveries has the button then
  const isUnused = integration.last_delivery === null;
  const open = (tab: Tab, delivery?: string) =>
    void navigate({
      search: { ...search, delivery, connected: undefined, tab: tab === "deliveries" ? undefined : tab },
      resetScroll: false,
    });
  const selected = search.tab ?? (search.connected === undefined ? "deliveries" : "settings");
  const tabs = {
    deliveries: {
      title: title,
      content: () => <Deliveries integration={integration} search={search} test={isUnused && sendTest} />,
    },
    ...useFurtherTabs({ integration, type }, canWrite),
  };
  return (
    <Page
      title={integration.name}
      guide="integrations"
      head={(heading) => <Head integration={integration}>{heading}</Head>}
      actions={
        <>
          {!(isUnused && selected === "deliveries") && sendTest}
          {canWrite && <MoreActions integration={integration} type={type} />}
        </>
      }
    >
      {search.connected === integration.id && <Notice kind="good">{words.connected}</Notice>}
      {search.error && <Notice kind="danger">{words.notConnected(search.error)}</Notice>}
      <Connection integration={integration} type={type} />
      <TestResult test={test} onShow={(id) => open("deliveries", id)} />
      <div>
        <Tabs
          isWide
          label={words.tabsLabel}
          tabs={tabs as Record<Tab, (typeof tabs)["deliveries"]>}
          selected={selected in tabs ? selected : "deliveries"}
          kept="settings"
          onSelect={open}
        />
      </div>
    </Page>
  );
}

/** The tabs beside deliveries. */
function useFurtherTabs({ integration, type }: Props, canWrite: boolean) {
  const { data: attached } = useQuery(attachedCountQuery(integration));
  return {
    ...(canWrite && {
      settings: {
        title: words.settings,
        content: () => <SettingsForm key={integration.id} integration={integration} type={type} />,
      },
    }),
    forms: { title: words.attachedForms, count: attached, content: () => <AttachedForms name={integration} /> },
    ...(canWrite &&
      integration.type === "webhook" && {
        secret: { title: words.secret, content: () => <SecretSection id={integration.id} /> },
      }),
  };
}

function Head({ integration, children }: { integration: Integration; children: ReactNode }) {
  const { type, config } = integration;
  const typeTitle = useTypeTitle(type);
  return (
    <Breadcrumb link={<Link to="/integrations">{words.title}</Link>}>
      <div className={`${styles.names} ${styles.named}`}>
        <TypeIcon type={type} />
        <div>
          <div className={mixedRowClass}>
            {children}
            <StatusBadge integration={integration} />
          </div>
          <p className={styles.target}>{typeof config.url === "string" ? <code>{config.url}</code> : typeTitle}</p>
        </div>
      </div>
    </Breadcrumb>
  );
}

function MoreActions({ integration, type }: Props) {
  const [isDeleting, setDeleting] = useState(false);
  const consent = useConsent(integration.type);
  const canReconnect = type.auth === "oauth" && type.is_configured && integration.status === "connected";
  const reconnect: MenuAction = {
    id: "reconnect",
    label: words.connectAgain(type.title),
    icon: "plug",
    onAction: () =>
      consent.mutate({ integration_id: integration.id }, { onError: (error) => tell(problemText(error)) }),
  };
  const remove: MenuAction = {
    id: "delete",
    label: words.remove,
    icon: "trash-2",
    isDanger: true,
    startsGroup: canReconnect,
    onAction: () => setDeleting(true),
  };
  const label = words.menuOf(integration.name);
  return (
    <>
      <ActionMenu
        label={label}
        actions={[...(canReconnect ? [reconnect] : []), remove]}
        trigger={<Button icon="ellipsis" aria-label={label} />}
      />
      {isDeleting && <DeleteDialog integration={integration} onClose={() => setDeleting(false)} />}
    </>
  );
}

interface TestResultProps {
  test: ReturnType<typeof useTest>;
  onShow: (deliveryId: string) => void;
}

function TestResult({ test: { data, error }, onShow }: TestResultProps) {
  if (error) return <Notice kind="danger">{problemText(error)}</Notice>;
  if (!data) return null;
  const { deliveryId } = data;
  return (
    <Notice kind={data.success ? "good" : "danger"}>
      <div className={mixedRowClass}>
        <span>
          {data.success ? words.testWorked(data.response_code, data.duration_ms) : words.testFailed(data.error_message)}
        </span>
        {deliveryId !== null && (
          <Button size="small" onPress={() => onShow(deliveryId)}>
            {words.showTest}
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** Says why the integration doesn't deliver, with the button that fixes it. */
function Connection({ integration, type }: Props) {
  const consent = useConsent(integration.type);
  const enable = useEnable(integration);
  const canWrite = useCan()("integrations:write");
  if (integration.status === "connected") return null;
  const error = consent.error ?? enable.error;
  return (
    <>
      <Notice kind="warning">
        <div className={mixedRowClass}>
          <span>
            {integration.status === "disabled" ? words.isOff : words.needsConsent}
            {type.is_configured || ` ${words.notConfigured(type.title)}`}
          </span>
          {canWrite && type.auth !== "oauth" && (
            <Button look="primary" size="small" isPending={enable.isPending} onPress={() => enable.mutate()}>
              {words.switchOn}
            </Button>
          )}
          {canWrite && type.auth === "oauth" && type.is_configured && (
            <Button
              look="primary"
              size="small"
              isPending={consent.isPending}
              onPress={() => consent.mutate({ integration_id: integration.id })}
            >
              {words.connect(type.title)}
            </Button>
          )}
        </div>
      </Notice>
      {error && <Notice kind="danger">{problemText(error)}</Notice>}
    </>
  );
}
