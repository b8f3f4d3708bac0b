import { useQuery } from "@tanstack/react-query";
import { Outlet, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useContext, useState } from "react";
import { productName } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { BarActions } from "../../ui/barActions.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Icon } from "../../ui/icon.tsx";
import { KeysHelp } from "../../ui/keysHelp.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { mediaQuery } from "../../ui/mediaQuery.ts";
import { Notice } from "../../ui/notice.tsx";
import { TitleOfForm } from "../../ui/page.tsx";
import { focusSearch } from "../../ui/searchField.tsx";
import { formQuery } from "../api/queries/forms.ts";
import {
  type ResponsesList,
  responsesPageSize,
  responsesPollMs,
  responsesQuery,
  withoutResponses,
} from "../api/queries/responses.ts";
import { isFiltered, isReversed } from "../form/sessionFilters.ts";
import { ColumnChooser } from "./columnChooser.tsx";
import { answerText } from "./columns.ts";

import { FilterBar } from "./filterBar.tsx";
import { changeSince, ErasedRows, refreshed, useListSnapshot } from "./listSnapshot.ts";
import { NoResponses } from "./noResponses.tsx";
import { ResponseCards } from "./responseCards.tsx";
import styles from "./responsesPage.module.css";
import { type ResponsesSearch, responsesViewOf } from "./responsesSearch.ts";
import { ResponseTable } from "./responseTable.tsx";
import { TableFoot } from "./tableFoot.tsx";
import { useColumns } from "./useColumns.ts";
import { useSelection } from "./useSelection.ts";

const ExportDialog = lazy(async () => ({ default: (await import("./export/exportDialog.tsx")).ExportDialog }));
const SelectionBar = lazy(async () => ({ default: (await import("./selectionBar.tsx")).SelectionBar }));

const useIsPhone = mediaQuery("(width < 45rem)");

/** `/forms/{slug}/responses`, with the response of `/{id}` beside it. */
export function ResponsesPage() {
  const { slug } = useParams({ from: "/layout/forms/$slug/responses" });
  const { id: openId = null } = useParams({ strict: false });
  const search = useSearch({ from: "/layout/forms/$slug/responses" });
  const navigate = useNavigate();
  const view = responsesViewOf(search);
  const isPossible = !isReversed(view.filters);
  const query = useQuery({
    ...responsesQuery(slug, view),
    enabled: isPossible,
    // updates the count while the page is visible
    refetchInterval: responsesPollMs,
  });
  const viewKey = JSON.stringify([slug, view]);
  const { snapshot, setSnapshot } = useListSnapshot(query, viewKey);
  const { data: form } = useQuery(formQuery(slug));
  const columns = useColumns(slug, view.filters.version);
  const selection = useSelection(viewKey);
  const isPhone = useIsPhone();
  const [isExporting, setExporting] = useState(false);
  const isNarrowed = isFiltered(view.filters);
  const latest = query.data;
  const change = snapshot && latest && !query.isPlaceholderData ? changeSince(snapshot, latest) : null;
  const isEmpty = latest?.count === 0 && !isNarrowed;
  const goTo = (changed: ResponsesSearch, isReset = false) =>
    void navigate({
      to: "/forms/$slug/responses",
      params: { slug },
      search: isReset ? changed : { ...search, page: undefined, ...changed },
      resetScroll: false,
    });
  const showNew = () => {
    if (latest) setSnapshot(latest);
    if (view.page > 1) goTo({});
  };
  const keyActions = {
    "/": focusSearch,
    n: change === null ? undefined : showNew,
    e: latest && isPossible ? () => setExporting(true) : undefined,
  };
  const forgetRows = (ids: readonly string[]) => {
    selection.select(ids, false);
    if (snapshot) setSnapshot(withoutResponses(snapshot, ids));
  };
  const list = (shown: ResponsesList, now: ResponsesList) => {
    const visible = columns.all.filter(({ id }) => columns.shown.has(id));
    const props = { slug, search, columns: visible, openId, rows: refreshed(shown, now) };
    if (now.count === 0) {
      return (
        <EmptyState title={words.nothingFound} text={words.nothingFoundText}>
          <Button onPress={() => goTo({}, true)}>{words.clearFilters}</Button>
        </EmptyState>
      );
    }
    return isPhone ? (
      <ResponseCards {...props} />
    ) : (
      <ResponseTable
        {...props}
        ordering={view.ordering}
        selected={selection.ids}
        onOrder={(ordering) => goTo({ ordering })}
        onSelect={selection.select}
      />
    );
  };
  const chosen = snapshot ? snapshot.results.filter(({ id }) => selection.ids.has(id)) : [];
  return (
    <div className={styles.room}>
      <PageTitle />
      <h1 className="visually-hidden">{words.title}</h1>
      <div className={styles.list}>
        <div className={styles.tools}>
          {chosen.length > 0 ? (
            <Suspense>
              <SelectionBar
                slug={slug}
                rows={chosen}
                columns={columns.all}
                onErased={forgetRows}
                onClear={selection.clear}
              />
            </Suspense>
          ) : (
            <FilterBar
              slug={slug}
              filters={view.filters}
              answerText={(nodeId, value) => answerText(columns.all, nodeId, value)}
              onChange={(changed) => goTo(changed)}
            />
          )}
          <div className={styles.actions}>
            {change !== null && (
              <Button look="plain" onPress={showNew}>
                <span className={styles.new}>{words.showNew(change)}</span>
              </Button>
            )}
            {!isPhone && <ColumnChooser columns={columns} />}
            <Button
              icon="download"
              aria-label={words.exportAction}
              isDisabled={!latest || !isPossible}
              onPress={() => setExporting(true)}
            >
              {isPhone ? undefined : words.exportAction}
            </Button>
          </div>
        </div>
        <div className={styles.content}>
          {isPossible ? (
            <Loaded query={query}>
              {(now) => (isEmpty ? <NoResponses slug={slug} /> : list(snapshot ?? now, now))}
            </Loaded>
          ) : (
            <Notice kind="warning">{words.reversed}</Notice>
          )}
        </div>
        <TableFoot
          count={latest?.count ?? null}
          isMore={latest?.count_is_exact === false}
          hasNext={Boolean(latest?.next)}
          page={view.page}
          size={responsesPageSize}
          onPage={(page) => goTo({ page: page > 1 ? page : undefined })}
        >
          <KeysHelp keys={words.listKeys} actions={keyActions} />
        </TableFoot>
      </div>
      <ErasedRows value={forgetRows}>
        <Outlet />
      </ErasedRows>
      {form?.published_version != null && !isEmpty && !isPhone && (
        <BarActions>
          <a className={buttonClass("quiet")} href={`/f/${slug}`} target="_blank" rel="noreferrer">
            <Icon name="external-link" />
            {words.openForm}
          </a>
        </BarActions>
      )}
      {isExporting && latest && (
        <Suspense>
          <ExportDialog slug={slug} filters={view.filters} list={latest} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </div>
  );
}

function PageTitle() {
  const titles = [words.title, useContext(TitleOfForm), productName];
  return <title>{titles.filter(Boolean).join(" · ")}</title>;
}
