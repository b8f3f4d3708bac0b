import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DeliveryDetail, Integration } from "../../../../shared/domain/shapes/integrations.ts";
import { close } from "../../strings/en/dashboard/app.ts";
import * as deliveryWords from "../../strings/en/dashboard/deliveries.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { millisecondsText } from "../../strings/en/dashboard/numbers.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/buttonRow.tsx";
import { CopyButton } from "../../ui/copyButton.tsx";
import { exactTimeText } from "../../ui/dates.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Notice } from "../../ui/notice.tsx";
import { tell } from "../../ui/toasts.tsx";
import { ApiError } from "../api/apiError.ts";
import { deliveryQuery, retryDelivery } from "../api/queries/integrations.ts";
import { nextText } from "../deliveries/deliveryTable.tsx";
import { bodyText } from "./bodyText.ts";
import { curlCommand } from "./curl.ts";
import styles from "./integrations.module.css";

interface Props {
  integration: Integration;
  id: string;
  onAsked: () => void;
  onClose: () => void;
}

/** One attempt with all that was sent and answered. */
export function DeliveryDialog({ integration, id, onAsked, onClose }: Props) {
  const query = useQuery(deliveryQuery(integration, id));
  const { data, error } = query;
  const title = data
    ? words.deliveryTitle(deliveryWords.events[data.event], deliveryWords.statuses[data.status])
    : deliveryWords.title;
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <Dialog title={title} onClose={onClose} isWide>
      {isMissing ? (
        <p>{words.noSuchDelivery}</p>
      ) : (
        <Loaded query={query}>
          {(delivery) => <Detail integration={integration} delivery={delivery} onAsked={onAsked} />}
        </Loaded>
      )}
      <div>
        <Button onPress={onClose}>{close}</Button>
      </div>
    </Dialog>
  );
}

interface DetailProps {
  integration: Integration;
  delivery: DeliveryDetail;
  onAsked: () => void;
}

function Detail({ integration, delivery, onAsked }: DetailProps) {
  const retry = useMutation({
    mutationFn: () => retryDelivery(integration, delivery.id),
    onSuccess: () => {
      tell(deliveryWords.queued);
      onAsked();
    },
  });
  const receiver = receiverOf(integration);
  const hasRequest = delivery.request_headers !== null || delivery.request_body !== null;
  return (
    <>
      <dl className={styles.details}>
        {factsOf(delivery).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div data-wide>
          <dt>{words.facts.eventId}</dt>
          <dd>{delivery.event_id}</dd>
        </div>
        {delivery.session_id !== null && (
          <div data-wide>
            <dt>{words.facts.session}</dt>
            <dd>
              <Session slug={delivery.form_slug} id={delivery.session_id} />
            </dd>
          </div>
        )}
      </dl>
      {delivery.error_message && <Notice kind="danger">{delivery.error_message}</Notice>}
      {retry.error && <Notice kind="danger">{problemText(retry.error)}</Notice>}
      <ButtonRow>
        {delivery.event !== "test" && integration.status !== "disabled" && (
          <Button isPending={retry.isPending} onPress={() => retry.mutate()}>
            {deliveryWords.retry}
          </Button>
        )}
        {receiver && hasRequest && <CopyButton text={curlCommand(receiver, delivery)} label={words.copyCurl} />}
      </ButtonRow>
      {receiver && hasRequest && <p className={mutedClass}>{words.curlHint}</p>}
      <Message
        title={words.request}
        absent={words.nothingSent}
        headers={delivery.request_headers}
        body={delivery.request_body}
      />
      <Message
        title={words.response}
        absent={words.nothingAnswered}
        headers={delivery.response_headers}
        body={delivery.response_body}
      />
    </>
  );
}

const factsOf = (delivery: DeliveryDetail): [string, string][] => [
  [words.facts.time, exactTimeText(delivery.created)],
  [words.facts.answer, String(delivery.response_code ?? words.noAnswer)],
  [words.facts.duration, millisecondsText(delivery.duration_ms)],
  [words.facts.attempt, String(delivery.attempt)],
  [words.facts.next, nextText(delivery.next_attempt_at)],
];

/** The response that it is about. */
function Session({ slug, id }: { slug: string | null; id: string }) {
  if (slug === null) return id;
  return (
    <Link to="/forms/$slug/responses/$id" params={{ slug, id }}>
      {id}
    </Link>
  );
}

/** The log does not keep the address of a request; of a type with an address it is the one that is stored now. */
function receiverOf({ config }: Integration) {
  return typeof config.url === "string" ? { url: config.url, verifySsl: config.verify_ssl !== false } : null;
}

interface MessageProps {
  title: string;
  /** what is said where there is neither */
  absent: string;
  headers: Record<string, string> | null;
  body: string | null;
}

function Message({ title, absent, headers, body }: MessageProps) {
  const lines = Object.entries(headers ?? {});
  return (
    <section className={styles.message}>
      <h3>{title}</h3>
      {headers === null && body === null ? (
        <p className={mutedClass}>{absent}</p>
      ) : (
        <>
          <Code label={words.headersOf(title)} title={words.headers}>
            {lines.map(([name, value]) => `${name}: ${value}`).join("\n") || words.noHeaders}
          </Code>
          <Code label={words.bodyOf(title)} title={words.body}>
            {body ? bodyText(body) : words.noBody}
          </Code>
        </>
      )}
    </section>
  );
}

function Code({ label, title, children }: { label: string; title: string; children: string }) {
  return (
    <>
      <h4>{title}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1) */}
      <section aria-label={label} className={styles.code} tabIndex={0}>
        <pre>{children}</pre>
      </section>
    </>
  );
}
