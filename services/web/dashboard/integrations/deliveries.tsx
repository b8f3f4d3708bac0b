import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Delivery, Integration } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { numberText } from "../../strings/en/dashboard/numbers.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/dateField.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { mediaQuery } from "../../ui/mediaQuery.ts";
import { Pager } from "../../ui/pager.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { SelectField } from "../../ui/selectField.tsx";
import { intervalUntil } from "../api/intervalUntil.ts";
import {
  type DeliveriesView,
  deliveriesKey,
  deliveriesPageSize,
  deliveriesQuery,
} from "../api/queries/integrations.ts";
import { useCan } from "../api/rights.ts";
import { DeliveryDetail } from "../deliveries/deliveryDetail.tsx";
import { DeliveryList } from "../deliveries/deliveryList.tsx";
import type { DeliveriesSearch } from "../deliveries/search.ts";
import { dayOf } from "../url/days.ts";
import styles from "./deliveries.module.css";
import { deliveriesViewOf } from "./deliveriesSearch.ts";
import { ReplayDialog } from "./replayDialog.tsx";

/** Time after a retry in which the list and the delivery reload often. */
const closelyMs = 15_000;

/** Returns true if the list and a delivery fit side by side. */
const useIsWide = mediaQuery("(min-width: 64rem)");

interface Props {
  integration: Integration;
  search: DeliveriesSearch;
  /** the button that sends a test, for an empty list */
  test?: ReactNode;
}

/** All attempts, and the selected one. */
export function Deliveries({ integration, search, test }: Props) {
  const navigate = useNavigate({ from: "/integrations/$type/$id" });
  const [closelyUntil, setCloselyUntil] = useState(0);
  const view = deliveriesViewOf(search);
  const query = useQuery(deliveriesQuery(integration, view, closelyUntil));
  // at the same time as the list, so that the number comes with it
  const failed = useQuery(failedQuery(integration, view, closelyUntil)).data?.count;
  const queryClient = useQueryClient();
  const watch = () => {
    setCloselyUntil(Date.now() + closelyMs);
    void queryClient.invalidateQueries({ queryKey: deliveriesKey(integration) });
  };
  const change = (changed: DeliveriesSearch) =>
    void navigate({ search: { ...search, page: undefined, delivery: undefined, ...changed }, resetScroll: false });
  const { status, event, from_date: from, to_date: to } = view;
  const isFiltered = Boolean(status ?? event ?? from ?? to);
  return (
    <Loaded query={query}>
      {({ count, results }) =>
        count === 0 && !isFiltered && search.delivery === undefined ? (
          <EmptyState icon="plug" title={words.noDeliveries} text={words.noDeliveriesText}>
            {test}
          </EmptyState>
        ) : (
          <Split
            integration={integration}
            search={search}
            results={results}
            closelyUntil={closelyUntil}
            onRetry={watch}
            bar={<Bar {...{ integration, view, count, failed, results }} onChange={change} onReplay={watch} />}
            pager={
              <Pager
                count={count}
                size={deliveriesPageSize}
                page={view.page}
                onPage={(page) => navigate({ search: { ...search, page, delivery: undefined }, resetScroll: false })}
              />
            }
          />
        )
      }
    </Loaded>
  );
}

interface SplitProps extends Omit<Props, "test"> {
  results: readonly Delivery[];
  closelyUntil: number;
  onRetry: () => void;
  bar: ReactNode;
  pager: ReactNode;
}

/** The list beside the selected delivery, which is the newest at first. Narrow screens show one of the two. */
function Split({ integration, search, results, bar, pager, ...followed }: SplitProps) {
  const isWide = useIsWide();
  // newer deliveries don't change the selection
  const [first, setFirst] = useState(results[0]?.id);
  if (first === undefined && results[0]) setFirst(results[0].id);
  // bodies of deliveries are answers
  const opens = useCan()("responses:read");
  const shown = !opens ? undefined : (search.delivery ?? (isWide ? first : undefined));
  const isAlone = !isWide && shown !== undefined;
  const toList = { ...search, delivery: undefined };
  const params = { type: integration.type, id: integration.id };
  return (
    <div className={styles.split}>
      {!isAlone && (
        <div className={styles.side}>
          {bar}
          {results.length > 0 ? (
            <DeliveryList deliveries={results} search={search} selected={shown} />
          ) : (
            <div className={styles.none}>
              <p>{words.noMatch}</p>
              <Link to="/integrations/$type/$id" params={params} resetScroll={false}>
                {words.showAllDeliveries}
              </Link>
            </div>
          )}
          <div className={styles.pager}>{pager}</div>
        </div>
      )}
      {shown !== undefined && (
        <div className={styles.detail}>
          {isAlone && (
            <Link
              to="/integrations/$type/$id"
              params={params}
              search={toList}
              resetScroll={false}
              className={styles.back}
            >
              <Icon name="chevron-left" />
              {words.allDeliveries}
            </Link>
          )}
          <DeliveryDetail integration={integration} id={shown} search={search} isAlone={isAlone} {...followed} />
        </div>
      )}
    </div>
  );
}

interface BarProps {
  integration: Integration;
  view: DeliveriesView;
  count: number;
  /** undefined while they are counted */
  failed: number | undefined;
  results: readonly Delivery[];
  onChange: (change: DeliveriesSearch) => void;
  onReplay: () => void;
}

/** The failed ones among the filtered deliveries, for their number. */
const failedQuery = (integration: Integration, view: DeliveriesView, closelyUntil: number) => ({
  ...deliveriesQuery(integration, { ...view, status: "error", page: 1 }),
  refetchInterval: () => intervalUntil(closelyUntil, 60_000),
});

/** Filters, kept in the URL, and the replay of all matches. */
function Bar({ integration, view, count, failed, results, onChange, onReplay }: BarProps) {
  const [isReplaying, setReplaying] = useState(false);
  const { event, from_date: from, to_date: to, ordering } = view;
  // delivered events are only offered by a filter that includes them
  const isFiltered = Boolean(view.status ?? event ?? from ?? to);
  const can = useCan();
  const canReplay =
    can("integrations:write") && results.some((one) => one.event !== "test" && (isFiltered || one.status === "error"));
  const [isOpen, setOpen] = useState(Boolean(event ?? from ?? to) || ordering !== "-created");
  return (
    <search className={styles.bar} aria-label={words.filters}>
      <div className={styles.status}>
        <Segmented
          label={words.statusFilter}
          value={view.status ?? ""}
          options={words.statusOptions}
          count={(one) => one === "error" && failed !== undefined && numberText(failed)}
          onChange={(status) => onChange({ status: status || undefined })}
        />
        <div className={styles.actions}>
          <Button look="plain" icon="filter" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {words.filters}
          </Button>
          {canReplay && (
            <Button size="small" icon="refresh-cw" onPress={() => setReplaying(true)}>
              {words.replayAction}
            </Button>
          )}
        </div>
      </div>
      {isOpen && <Fields view={view} onChange={onChange} />}
      {isReplaying && (
        <ReplayDialog
          name={integration}
          view={view}
          count={count}
          onAsked={onReplay}
          onClose={() => setReplaying(false)}
        />
      )}
    </search>
  );
}

const dayOfBound = (bound: string | undefined) => bound && dayOf(bound);

const Fields = ({ view, onChange }: Pick<BarProps, "view" | "onChange">) => (
  <div className={styles.fields}>
    <SelectField
      label={words.eventFilter}
      value={view.event ?? ""}
      options={words.eventOptions}
      onChange={(event) => onChange({ event: event || undefined })}
    />
    <SelectField
      label={words.order}
      value={view.ordering}
      options={words.deliveryOrders}
      onChange={(ordering) => onChange({ ordering: ordering === "-created" ? undefined : ordering })}
    />
    <DateField
      label={words.from}
      value={dayOfBound(view.from_date) ?? ""}
      max={dayOfBound(view.to_date)}
      onChange={(from) => onChange({ from: from || undefined })}
    />
    <DateField
      label={words.to}
      value={dayOfBound(view.to_date) ?? ""}
      min={dayOfBound(view.from_date)}
      onChange={(to) => onChange({ to: to || undefined })}
    />
  </div>
);
