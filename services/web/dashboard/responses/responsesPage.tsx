import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type ResponsesList, responsesPageSize, responsesPollMs, responsesQuery } from "../../api/queries/responses.ts";
import { Button } from "../../parts/button.tsx";
import { mixedRowClass } from "../../parts/buttonRow.tsx";
import { EmptyState } from "../../parts/emptyState.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { mutedClass } from "../../parts/muted.ts";
import { Notice } from "../../parts/notice.tsx";
import { Page } from "../../parts/page.tsx";
import { Pager } from "../../parts/pager.tsx";
import { focusSearch } from "../../parts/searchField.tsx";
import * as words from "../../strings/en/dashboard/responses.ts";
import { FilterFields } from "../form/filterFields.tsx";
import { isFiltered, isReversed } from "../form/sessionFilters.ts";
import { ExportDialog } from "./export/exportDialog.tsx";
import { changeSince, refreshed } from "./heldList.ts";
import { NoResponses } from "./noResponses.tsx";
import styles from "./responses.module.css";
import { responsesViewOf } from "./responsesSearch.ts";
import { ResponseTable } from "./responseTable.tsx";
import { useHeldList } from "./useHeldList.ts";

/** `/forms/{slug}/responses` */
export function ResponsesPage() {
  const { slug } = useParams({ from: "/layout/forms/$slug/responses" });
  const search = useSearch({ from: "/layout/forms/$slug/responses" });
  const navigate = useNavigate({ from: "/forms/$slug/responses" });
  const view = responsesViewOf(search);
  const isPossible = !isReversed(view.filters);
  const query = useQuery({
    ...responsesQuery(slug, view),
    enabled: isPossible,
    // the live count: asked for again while somebody looks, and not in the background
    refetchInterval: responsesPollMs,
  });
  const { held, hold } = useHeldList(query, JSON.stringify([slug, view]));
  const [isExporting, setExporting] = useState(false);
  const isNarrowed = isFiltered(view.filters);
  const latest = query.data;
  const change = held && latest && !query.isPlaceholderData ? changeSince(held, latest) : null;
  const showNew = () => {
    if (latest) hold(latest);
    if (view.page > 1) void navigate({ search: { ...search, page: undefined } });
  };
  const keyActions = {
    "/": focusSearch,
    n: change === null ? undefined : showNew,
    e: latest && isPossible ? () => setExporting(true) : undefined,
  };
  const actions = (
    <Button isDisabled={!latest || !isPossible} onPress={() => setExporting(true)}>
      {words.exportAction}
    </Button>
  );
  const list = (shown: ResponsesList, now: ResponsesList) => (
    <>
      <div className={`${mixedRowClass} ${styles.count}`}>
        <p role="status">{words.found(now.count)}</p>
        {change !== null && (
          <Button look="primary" onPress={showNew}>
            {words.showNew(change)}
          </Button>
        )}
      </div>
      {shown.results.length > 0 ? (
        <ResponseTable
          slug={slug}
          search={search}
          rows={refreshed(shown, now)}
          ordering={view.ordering}
          onOrder={(ordering) => navigate({ search: { ...search, page: undefined, ordering } })}
        />
      ) : (
        shown.count === 0 && <EmptyState title={words.nothingFound} text={words.nothingFoundText} />
      )}
      <Pager
        count={now.count}
        size={responsesPageSize}
        page={view.page}
        onPage={(page) => navigate({ search: { ...search, page } })}
      />
    </>
  );
  return (
    <Page title={words.title} keys={{ keys: words.listKeys, actions: keyActions }} actions={actions}>
      <FilterFields
        slug={slug}
        filters={view.filters}
        onChange={(changed) => navigate({ search: { ...search, page: undefined, ...changed } })}
      />
      <p className={mutedClass}>
        {words.daysNote}{" "}
        {isNarrowed && (
          <Link to="/forms/$slug/responses" params={{ slug }}>
            {words.clearFilters}
          </Link>
        )}
      </p>
      {isPossible ? (
        <Loaded query={query}>
          {(now) => (now.count === 0 && !isNarrowed ? <NoResponses slug={slug} /> : list(held ?? now, now))}
        </Loaded>
      ) : (
        <Notice kind="warning">{words.reversed}</Notice>
      )}
      {isExporting && latest && (
        <ExportDialog slug={slug} filters={view.filters} count={latest.count} onClose={() => setExporting(false)} />
      )}
    </Page>
  );
}
