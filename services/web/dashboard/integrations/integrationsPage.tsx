import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Integration } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Button } from "../../ui/button.tsx";
import { buttonRowClass } from "../../ui/buttonRow.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { introClass } from "../../ui/muted.ts";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { focusSearch, SearchField } from "../../ui/searchField.tsx";
import { Select } from "../../ui/select.tsx";
import { useKeyActions } from "../../ui/shortcuts.ts";
import { labelsClass, Table, TableSkeleton } from "../../ui/table.tsx";
import {
  type IntegrationsView,
  integrationsPageSize,
  integrationsQuery,
  integrationTypesQuery,
} from "../api/queries/integrations.ts";
import { useCan } from "../api/rights.ts";
import { ApiHint, Catalog } from "./catalog.tsx";
import { integrationColumns } from "./integrationRow.tsx";
import styles from "./integrations.module.css";
import { type IntegrationsSearch, integrationsViewOf } from "./integrationsSearch.ts";
import { NewIntegrationDialog } from "./newIntegrationDialog.tsx";

/** Number of integrations from which the list has filters. */
const searchedFrom = 6;

export function IntegrationsPage() {
  const search = useSearch({ from: "/layout/integrations" });
  const navigate = useNavigate({ from: "/integrations" });
  const view = integrationsViewOf(search);
  const query = useQuery(integrationsQuery(view));
  const [making, setMaking] = useState<{ type?: string } | null>(null);
  const isFiltered = search.search !== undefined || search.type !== undefined;
  const isEmpty = query.data?.count === 0 && !isFiltered;
  useKeyActions({ "/": focusSearch });
  const can = useCan();
  const canWrite = can("integrations:write");
  const makeButton = canWrite && (
    <Button look="primary" icon="plus" onPress={() => setMaking({})}>
      {words.newIntegration}
    </Button>
  );
  return (
    <Page title={words.title} guide="integrations" actions={!query.isPending && !isEmpty && makeButton}>
      <p className={introClass}>{words.intro}</p>
      {search.error && <Notice kind="danger">{words.notConnected(search.error)}</Notice>}
      <Loaded query={query} skeleton={<TableSkeleton className={styles.table} />}>
        {({ count, results }) =>
          isEmpty ? (
            <EmptyState icon="plug" title={words.emptyTitle} text={canWrite ? words.emptyText : words.emptyForReaders}>
              {makeButton}
            </EmptyState>
          ) : (
            <>
              {(isFiltered || count >= searchedFrom) && (
                <Filters
                  view={view}
                  onChange={(change) =>
                    navigate({ search: { ...search, error: undefined, page: undefined, ...change } })
                  }
                />
              )}
              <Found count={count} integrations={results} />
              <Pager
                count={count}
                size={integrationsPageSize}
                page={view.page}
                onPage={(page) => navigate({ search: { ...search, page } })}
              />
            </>
          )
        }
      </Loaded>
      {canWrite && !query.isPending && (
        <Catalog title={isEmpty ? words.addFirst : words.addAnother} onAdd={(type) => setMaking({ type })}>
          <ApiHint />
        </Catalog>
      )}
      {making && <NewIntegrationDialog {...making} onClose={() => setMaking(null)} />}
    </Page>
  );
}

const Found = ({ count, integrations }: { count: number; integrations: readonly Integration[] }) => (
  <>
    <p className="visually-hidden" role="status">
      {words.found(count)}
    </p>
    {count === 0 ? (
      <EmptyState icon="search" title={words.nothingFound}>
        <Link to="/integrations">{words.showAll}</Link>
      </EmptyState>
    ) : (
      <List integrations={integrations} />
    )}
  </>
);

const List = ({ integrations }: { integrations: readonly Integration[] }) => (
  <Table
    caption={words.listLabel}
    columns={integrationColumns}
    rows={integrations}
    keyOf={({ id }) => id}
    className={`${styles.table} ${labelsClass}`}
  />
);

interface FiltersProps {
  view: IntegrationsView;
  onChange: (change: IntegrationsSearch) => void;
}

function Filters({ view, onChange }: FiltersProps) {
  const { data: types = [] } = useQuery(integrationTypesQuery);
  const titles = Object.fromEntries(types.map(({ type, title }) => [type, title]));
  return (
    <search className={buttonRowClass}>
      <SearchField
        label={words.search}
        search={view.search}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <Select
        look="small"
        label={words.typeFilter}
        value={view.type ?? ""}
        options={{ "": words.allTypes, ...titles }}
        onChange={(type) => onChange({ type: type || undefined })}
      />
      <Select
        look="small"
        label={words.order}
        value={view.ordering}
        options={words.orders}
        onChange={(ordering) => onChange({ ordering: ordering === "name" ? "name" : undefined })}
      />
    </search>
  );
}
