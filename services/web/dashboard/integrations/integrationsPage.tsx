import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Rows } from "../../ui/rows.tsx";
import { SearchBar } from "../../ui/searchBar.tsx";
import { SelectField } from "../../ui/selectField.tsx";
import {
  type IntegrationsView,
  integrationsPageSize,
  integrationsQuery,
  integrationTypesQuery,
} from "../api/queries/integrations.ts";
import { IntegrationRow } from "./integrationRow.tsx";
import { type IntegrationsSearch, integrationsViewOf } from "./integrationsSearch.ts";
import { NewIntegrationDialog } from "./newIntegrationDialog.tsx";

export function IntegrationsPage() {
  const search = useSearch({ from: "/layout/integrations" });
  const navigate = useNavigate({ from: "/integrations" });
  const view = integrationsViewOf(search);
  const query = useQuery(integrationsQuery(view));
  const [isMaking, setMaking] = useState(false);
  const isFiltered = search.search !== undefined || search.type !== undefined;
  const makeButton = (
    <Button look="primary" onPress={() => setMaking(true)}>
      {words.newIntegration}
    </Button>
  );
  return (
    <Page title={words.title} actions={makeButton}>
      <p>{words.intro}</p>
      {search.error && <Notice kind="danger">{words.notConnected(search.error)}</Notice>}
      <Loaded query={query}>
        {({ count, results }) =>
          count === 0 && !isFiltered ? (
            <EmptyState title={words.emptyTitle} text={words.emptyText} />
          ) : (
            <>
              <Filters
                view={view}
                onChange={(change) => navigate({ search: { ...search, error: undefined, page: undefined, ...change } })}
              />
              <p className={mutedClass} role="status">
                {words.found(count)}
              </p>
              {count === 0 && (
                <EmptyState title={words.nothingFound}>
                  <Link to="/integrations">{words.showAll}</Link>
                </EmptyState>
              )}
              <Rows label={words.listLabel} columns="minmax(0, 1fr) auto auto">
                {results.map((integration) => (
                  <IntegrationRow key={integration.id} integration={integration} />
                ))}
              </Rows>
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
      {isMaking && <NewIntegrationDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}

interface FiltersProps {
  view: IntegrationsView;
  onChange: (change: IntegrationsSearch) => void;
}

function Filters({ view, onChange }: FiltersProps) {
  const { data: types = [] } = useQuery(integrationTypesQuery);
  const titles = Object.fromEntries(types.map(({ type, title }) => [type, title]));
  return (
    <SearchBar
      label={words.search}
      placeholder={words.searchHint}
      search={view.search}
      onSearch={(text) => onChange({ search: text || undefined })}
    >
      <SelectField
        label={words.typeFilter}
        value={view.type ?? ""}
        options={{ "": words.allTypes, ...titles }}
        onChange={(type) => onChange({ type: type || undefined })}
      />
      <SelectField
        label={words.order}
        value={view.ordering}
        options={words.orders}
        onChange={(ordering) => onChange({ ordering: ordering === "name" ? "name" : undefined })}
      />
    </SearchBar>
  );
}
