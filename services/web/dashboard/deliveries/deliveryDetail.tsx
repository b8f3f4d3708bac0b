import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Delivery, DeliveryDetail as Detail, Integration } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/deliveries.ts";
import { ApiError } from "../../ui/apiError.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonRow, mixedRowClass, spreadRowClass } from "../../ui/buttonRow.tsx";
import { CopyButton } from "../../ui/copyButton.tsx";
import { exactTimeText, zoneName } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Notice } from "../../ui/notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { tell } from "../../ui/toasts.tsx";
import { attachedFormsQuery, deliveryQuery, retryDelivery } from "../api/queries/integrations.ts";
import { responseDeliveriesQuery } from "../api/queries/responses.ts";
import { useCan } from "../api/rights.ts";
import { attemptsOf, stateOf } from "./attempts.ts";
import { bodyText } from "./bodyText.ts";
import { curlCommand } from "./curl.ts";
import styles from "./deliveryDetail.module.css";
import { jsonParts } from "./jsonParts.ts";
import type { DeliveriesSearch } from "./search.ts";
import { Timeline } from "./timeline.tsx";

interface Props {
  integration: Integration;
  id: string;
  search: DeliveriesSearch;
  /** shown in place of the list, so it takes the focus */
  isAlone: boolean;
  /** it reloads often until then (ms) */
  closelyUntil: number;
  onRetry: () => void;
}

/** An attempt with its result, its request and response, and the other attempts for the event. */
export function DeliveryDetail({ id, isAlone, ...shown }: Props) {
  const query = useQuery(deliveryQuery(shown.integration, id, shown.closelyUntil));
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another delivery takes the focus again
  useEffect(() => {
    if (isAlone) section.current?.focus();
  }, [isAlone, id]);
  return (
    <section ref={section} tabIndex={-1} aria-label={words.one} className={styles.detail}>
      {isMissing ? (
        <p>{words.missing}</p>
      ) : (
        <Loaded query={query}>{(delivery) => <Content key={delivery.id} delivery={delivery} {...shown} />}</Loaded>
      )}
    </section>
  );
}

const badgeKinds = {
  success: "good",
  error: "danger",
  retrying: "warning",
  retried: "plain",
  skipped: "plain",
} as const;

type ContentProps = Omit<Props, "id" | "isAlone"> & { delivery: Detail };

function Content({ integration, delivery, search, closelyUntil, onRetry }: ContentProps) {
  const { status, attempt, event, error_message: message } = delivery;
  const retry = useMutation({
    mutationFn: () => retryDelivery(integration, delivery.id),
    onSuccess: () => {
      tell(words.queued);
      onRetry();
    },
  });
  const can = useCan();
  const receiver = receiverOf(integration);
  const hasRequest = delivery.request_headers !== null || delivery.request_body !== null;
  const canRetry =
    can("integrations:write") && event !== "test" && status !== "skipped" && integration.status !== "disabled";
  const attempts = useAttempts(delivery, closelyUntil);
  const state = stateOf(delivery, attempts);
  const result =
    attempt > 1 && state === status ? words.withAttempt(words.statuses[status], attempt) : words.states[state];
  return (
    <>
      <div className={spreadRowClass}>
        <div>
          <div className={mixedRowClass}>
            <h2 className={styles.title}>{words.events[event]}</h2>
            <Badge kind={badgeKinds[state]}>{result}</Badge>
          </div>
          <p className={styles.about}>
            {`${exactTimeText(delivery.created)} (${zoneName()})`}
            <FormAndResponse integration={integration} delivery={delivery} />
          </p>
        </div>
        <ButtonRow>
          {receiver && hasRequest && (
            <CopyButton text={curlCommand(receiver, delivery)} label={words.copyCurl} icon="copy" size="small" />
          )}
          {canRetry && (
            <Button
              look={state === "error" || state === "retrying" ? "primary" : "quiet"}
              size="small"
              icon="refresh-cw"
              isPending={retry.isPending}
              onPress={() => retry.mutate()}
            >
              {words.retryNow}
            </Button>
          )}
        </ButtonRow>
      </div>
      {message && (state === "retried" ? <p>{message}</p> : <Notice kind="danger">{message}</Notice>)}
      {retry.error && <Notice kind="danger">{problemText(retry.error)}</Notice>}
      <Timeline delivery={delivery} attempts={attempts} search={search} />
      <Messages delivery={delivery} />
      <p className={mutedClass}>
        {words.eventId} <code className={styles.id}>{delivery.event_id}</code>
      </p>
      {receiver && hasRequest && <p className={mutedClass}>{words.curlHint}</p>}
    </>
  );
}

/** Every attempt to deliver the event, oldest first. Until they are read, and for a test, this one alone. */
function useAttempts(delivery: Detail, closelyUntil: number): Delivery[] {
  const { form_slug: slug, session_id: session } = delivery;
  const query = responseDeliveriesQuery(slug ?? "", session ?? "", closelyUntil);
  const { data = [] } = useQuery({ ...query, enabled: slug !== null && session !== null });
  return attemptsOf(delivery, data);
}

/** The form's title, or its slug if the form is detached, and a link to the response. */
function FormAndResponse({ integration, delivery }: Pick<ContentProps, "integration" | "delivery">) {
  const { form_slug: slug, session_id: id } = delivery;
  const { data: forms } = useQuery(attachedFormsQuery(integration));
  if (id === null || slug === null) return null;
  return (
    <>
      {" · "}
      <bdi>{forms?.results.find((form) => form.slug === slug)?.title ?? slug}</bdi>
      {" · "}
      <Link to="/forms/$slug/responses/$id" params={{ slug, id }}>
        {words.openResponse}
      </Link>
    </>
  );
}

/** Returns the URL that is stored now: the log doesn't keep the URL of a request. */
function receiverOf({ config }: Integration) {
  return typeof config.url === "string" ? { url: config.url, verifySsl: config.verify_ssl !== false } : null;
}

function Messages({ delivery }: { delivery: Detail }) {
  const [tab, setTab] = useState<keyof typeof words.tabs>("request");
  const { request_headers, request_body, response_headers, response_body } = delivery;
  const body = (part: string, absent: string, headers: object | null, text: string | null) =>
    headers === null && text === null ? (
      <p className={mutedClass}>{absent}</p>
    ) : (
      <Code label={words.bodyOf(part)}>{text ? <Colored text={bodyText(text)} /> : words.noBody}</Code>
    );
  const { request, response, headers } = words.tabs;
  return (
    <div>
      <Tabs
        label={words.messages}
        selected={tab}
        onSelect={setTab}
        tabs={{
          request: {
            title: request,
            content: () => body(request, words.nothingSent, request_headers, request_body),
          },
          response: {
            title: response,
            content: () => body(response, words.nothingAnswered, response_headers, response_body),
          },
          headers: {
            title: headers,
            content: () => (
              <>
                <Headers part={request} headers={request_headers} />
                <Headers part={response} headers={response_headers} />
              </>
            ),
          },
        }}
      />
    </div>
  );
}

function Headers({ part, headers }: { part: string; headers: Record<string, string> | null }) {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <h3 className={styles.part}>{part}</h3>
      <Code label={words.headersOf(part)}>{lines.join("\n") || words.noHeaders}</Code>
    </>
  );
}

const Colored = ({ text }: { text: string }) =>
  jsonParts(text).map(({ kind, text: part }, at) =>
    kind === "plain" ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
      <span key={at} className={styles[kind]}>
        {part}
      </span>
    ),
  );

const Code = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
  <section aria-label={label} className={styles.code} tabIndex={0}>
    <pre>{children}</pre>
  </section>
);
