import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Integration } from "../../../../shared/domain/shapes/integrations.ts";
import { title } from "../../strings/en/dashboard/deliveries.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Button } from "../../ui/button.tsx";
import { spreadRowClass } from "../../ui/buttonRow.tsx";
import { DateField } from "../../ui/dateField.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Pager } from "../../ui/pager.tsx";
import { Section } from "../../ui/section.tsx";
import { SelectField } from "../../ui/selectField.tsx";
import {
  type DeliveriesView,
  deliveriesKey,
  deliveriesPageSize,
  deliveriesQuery,
} from "../api/queries/integrations.ts";
import { DeliveryTable } from "../deliveries/deliveryTable.tsx";
import { type DeliveriesSearch, deliveriesViewOf } from "./deliveriesSearch.ts";
import styles from "./integrations.module.css";
import { ReplayDialog } from "./replayDialog.tsx";

/** What was asked for just now is watched closely for so long. */
const closelyMs = 15_000;

interface Props {
  integration: Integration;
  search: DeliveriesSearch;
}

/** Every attempt, as it happens. */
export function Deliveries({ integration, search }: Props) {
  const navigate = useNavigate({ from: "/integrations/$type/$id" });
  const [closelyUntil, setCloselyUntil] = useState(0);
  const [isReplaying, setReplaying] = useState(false);
  const view = deliveriesViewOf(search);
  const query = useQuery(deliveriesQuery(integration, view, closelyUntil));
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
    <Section title={title}>
      <Loaded query={query}>
        {({ count, results }) =>
          count === 0 && !isFiltered ? (
            <EmptyState title={words.noDeliveries} text={words.noDeliveriesText} />
          ) : (
            <>
              <Filters view={view} onChange={change} />
              <div className={spreadRowClass}>
                <p className={mutedClass} role="status">
                  {words.deliveriesFound(count)}
                </p>
                {count > 0 && event !== "test" && (
                  <Button onPress={() => setReplaying(true)}>{words.replay(count)}</Button>
                )}
              </div>
              {count === 0 ? (
                <EmptyState title={words.noMatch}>
                  <Link
                    to="/integrations/$type/$id"
                    params={{ type: integration.type, id: integration.id }}
                    resetScroll={false}
                  >
                    {words.showAllDeliveries}
                  </Link>
                </EmptyState>
              ) : (
                <DeliveryTable
                  deliveries={results}
                  search={search}
                  canRetry={integration.status !== "disabled"}
                  onRetry={watch}
                />
              )}
              <Pager
                count={count}
                size={deliveriesPageSize}
                page={view.page}
                onPage={(page) => navigate({ search: { ...search, page }, resetScroll: false })}
              />
              {isReplaying && (
                <ReplayDialog
                  name={integration}
                  view={view}
                  count={count}
                  onAsked={watch}
                  onClose={() => setReplaying(false)}
                />
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

interface FiltersProps {
  view: DeliveriesView;
  onChange: (change: DeliveriesSearch) => void;
}

/** They stand in the address. */
function Filters({ view, onChange }: FiltersProps) {
  return (
    <search className={styles.deliveryFilters} aria-label={words.filters}>
      <SelectField
        label={words.statusFilter}
        value={view.status ?? ""}
        options={words.statusOptions}
        onChange={(status) => onChange({ status: status || undefined })}
      />
      <SelectField
        label={words.eventFilter}
        value={view.event ?? ""}
        options={words.eventOptions}
        onChange={(event) => onChange({ event: event || undefined })}
      />
      <DateField
        label={words.from}
        value={view.from_date ?? ""}
        max={view.to_date}
        onChange={(from) => onChange({ from: from || undefined })}
      />
      <DateField
        label={words.to}
        value={view.to_date ?? ""}
        min={view.from_date}
        onChange={(to) => onChange({ to: to || undefined })}
      />
      <SelectField
        label={words.order}
        value={view.ordering}
        options={words.deliveryOrders}
        onChange={(ordering) => onChange({ ordering: ordering === "-created" ? undefined : ordering })}
      />
    </search>
  );
}
