import { useQuery } from "@tanstack/react-query";
import { Outlet, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Suspense, useContext, useState } from "react";
import type { SessionListItem } from "../../../../shared/api/shapes/sessions.ts";
import { productName } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { views } from "../../strings/en/dashboard/savedViews.ts";
import { BarActions } from "../../ui/barActions.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { GuideLink } from "../../ui/guideLink.tsx";
import { Icon } from "../../ui/icon.tsx";
import { KeysHelp } from "../../ui/keysHelp.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Loaded, Skeleton } from "../../ui/loaded.tsx";
import { mediaQuery } from "../../ui/mediaQuery.ts";
import { Notice } from "../../ui/notice.tsx";
import { TitleOfForm } from "../../ui/page.tsx";
import { focusSearch } from "../../ui/searchField.tsx";
import { useSelection } from "../../ui/useSelection.ts";
import { formQuery } from "../api/queries/forms.ts";
import {
  type ResponsesList,
  responsesPageSize,
  responsesPollMs,
  responsesQuery,
  withoutResponses,
} from "../api/queries/responses.ts";
import { isFiltered, isReversed } from "../form/sessionFilters.ts";
import { useFormCan } from "../form/useFormCan.ts";
import { ColumnChooser } from "./columnChooser.tsx";
import { answerText, filterable, recordsIn } from "./columns.ts";
import { FilterBar } from "./filterBar.tsx";
import { changeSince, ErasedRows, refreshed, useListSnapshot } from "./listSnapshot.ts";
import { CardSkeletons, ResponseCards } from "./responseCards.tsx";
import styles from "./responsesPage.module.css";
import { type ResponsesSearch, responsesViewOf } from "./responsesSearch.ts";
import { ResponseTable } from "./responseTable.tsx";
import { TableFoot } from "./tableFoot.tsx";
import { useColumns } from "./useColumns.ts";

const ImportDialog = lazyPart(() => import("./importing/importDialog.tsx"), "ImportDialog");
const ExportDialog = lazyPart(() => import("./export/exportDialog.tsx"), "ExportDialog");
const NoResponses = lazyPart(() => import("./noResponses.tsx"), "NoResponses");
const SavedViews = lazyPart(() => import("./savedViews.tsx"), "SavedViews");
const SelectedResponses = lazyPart(() => import("./selectedResponses.tsx"), "SelectedResponses");

const useIsPhone = mediaQuery("(width < 45rem)");

/** `/forms/{slug}/responses`, with the response of `/{id}` beside it. */
export function ResponsesPage() {
  const room = useRoom();
  const { slug, view, query, latest, snapshot, isPossible, isPhone, isEmpty, goTo, canExport } = room;
  const { data: form } = useQuery(formQuery(slug));
  const [isExporting, setExporting] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const can = useFormCan(slug);
  const canImport = form?.published_version != null && can("forms:write") && can("responses:write");
  const onImport = canImport ? () => setImporting(true) : undefined;
  const forgetRows = (ids: readonly string[]) => {
    room.selection.select(ids, false);
    if (snapshot) room.setSnapshot(withoutResponses(snapshot, ids));
  };
  const onExport = canExport ? () => setExporting(true) : undefined;
  return (
    <div className={styles.room}>
      <PageTitle />
      <h1 className="visually-hidden">{words.title}</h1>
      <div className={styles.list}>
        <Tools room={room} onErased={forgetRows} onExport={onExport} onImport={onImport} />
        <div className={styles.content}>
          {isPossible ? (
            <Loaded query={query} skeleton={isPhone && <CardSkeletons />}>
              {(now) =>
                isEmpty ? (
                  <Suspense fallback={<Skeleton />}>
                    <NoResponses slug={slug} onImport={onImport} />
                  </Suspense>
                ) : (
                  <List room={room} shown={snapshot ?? now} now={now} />
                )
              }
            </Loaded>
          ) : (
            <Notice kind="warning">{words.reversed}</Notice>
          )}
        </div>
        <TableFoot
          count={latest?.count ?? null}
          isMore={latest?.count_is_exact === false}
          completed={isFiltered(view.filters) ? null : (form?.completed_sessions ?? null)}
          hasNext={Boolean(latest?.next)}
          page={view.page}
          size={responsesPageSize}
          onPage={(page) => goTo({ page: page > 1 ? page : undefined })}
        >
          <GuideLink to="responses" />
          <KeysHelp keys={words.listKeys} actions={{ "/": focusSearch, n: room.showNew, e: onExport }} />
        </TableFoot>
      </div>
      <ErasedRows value={forgetRows}>
        <Outlet />
      </ErasedRows>
      {form?.published_version != null && !isEmpty && !isPhone && <OpenForm slug={slug} />}
      {isImporting && form && (
        <Suspense>
          <ImportDialog form={form} onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {isExporting && latest && (
        <Suspense>
          <ExportDialog
            slug={slug}
            filters={view.filters}
            list={latest}
            isScored={room.columns.all.some(({ id }) => id === "total_score")}
            records={recordsIn(room.columns.all)}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

type Room = ReturnType<typeof useRoom>;

/** State that the parts of the page share: the list of the URL's view, the rows as they were first shown, columns and selection. */
function useRoom() {
  const { slug } = useParams({ from: "/layout/forms/$slug/responses" });
  const search = useSearch({ from: "/layout/forms/$slug/responses" });
  const navigate = useNavigate();
  const view = responsesViewOf(search);
  const isPossible = !isReversed(view.filters);
  // updates the count while the page is visible
  const query = useQuery({ ...responsesQuery(slug, view), enabled: isPossible, refetchInterval: responsesPollMs });
  const viewKey = JSON.stringify([slug, view]);
  const { snapshot, setSnapshot } = useListSnapshot(query, viewKey);
  const latest = query.data;
  const change = snapshot && latest && !query.isPlaceholderData ? changeSince(snapshot, latest) : null;
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
  return {
    slug,
    search,
    view,
    query,
    latest,
    snapshot,
    setSnapshot,
    change,
    showNew: change === null ? undefined : showNew,
    canExport: Boolean(latest) && isPossible,
    columns: useColumns(slug, view.filters.version, latest?.results.some(hasReference)),
    selection: useSelection(viewKey),
    isPhone: useIsPhone(),
    isPossible,
    isEmpty: latest?.count === 0 && !isFiltered(view.filters),
    goTo,
  };
}

const hasReference = ({ reference }: SessionListItem): boolean => reference !== undefined;

interface ToolsProps {
  room: Room;
  onErased(ids: readonly string[]): void;
  /** undefined while there is nothing to export */
  onExport: (() => void) | undefined;
  /** undefined if the user may not */
  onImport: (() => void) | undefined;
}

/** Filters, or actions for selected rows. */
function Tools({ room, onErased, onExport, onImport }: ToolsProps) {
  const { slug, search, view, snapshot, selection, columns, change, isPhone, goTo } = room;
  const chosen = snapshot ? snapshot.results.filter(({ id }) => selection.ids.has(id)) : [];
  return (
    <div className={styles.tools}>
      {chosen.length > 0 ? (
        <Suspense>
          <SelectedResponses
            slug={slug}
            rows={chosen}
            columns={columns.all}
            onErased={onErased}
            onClear={selection.clear}
          />
        </Suspense>
      ) : (
        <FilterBar
          slug={slug}
          filters={view.filters}
          languages={columns.languages}
          questions={filterable(columns.all)}
          answerText={(nodeId, value) => answerText(columns.all, nodeId, value)}
          onChange={(changed) => goTo(changed)}
        />
      )}
      <div className={styles.actions}>
        {change !== null && (
          <Button look="plain" onPress={() => room.showNew?.()}>
            <span className={styles.new}>{words.showNew(change)}</span>
          </Button>
        )}
        {/* keeps its place */}
        <Suspense
          fallback={
            <Button icon="list" isDisabled aria-label={views}>
              {isPhone ? undefined : views}
            </Button>
          }
        >
          <SavedViews
            slug={slug}
            isPhone={isPhone}
            shown={view}
            viewId={search.view}
            columns={columns}
            onOpen={(opened) => goTo(opened, true)}
          />
        </Suspense>
        {!isPhone && <ColumnChooser columns={columns} />}
        {onImport && !isPhone && <Button icon="upload" aria-label={words.importAction} onPress={onImport} />}
        <Button icon="download" aria-label={words.exportAction} isDisabled={!onExport} onPress={() => onExport?.()}>
          {isPhone ? undefined : words.exportAction}
        </Button>
      </div>
    </div>
  );
}

/** Rows as they were first shown, with today's contents. */
function List({ room, shown, now }: { room: Room; shown: ResponsesList; now: ResponsesList }) {
  const { slug, search, view, columns, selection, isPhone, goTo } = room;
  const { id: openId = null } = useParams({ strict: false });
  if (now.count === 0) {
    return (
      <EmptyState icon="search" title={words.nothingFound} text={words.nothingFoundText}>
        <Button onPress={() => goTo({}, true)}>{words.clearFilters}</Button>
      </EmptyState>
    );
  }
  // a card is as high as its answers
  if (isPhone && !columns.isKnown) return <CardSkeletons count={shown.results.length} />;
  const visible = columns.all.filter(({ id }) => columns.shown.has(id));
  const props = { slug, search, columns: visible, openId, rows: refreshed(shown, now) };
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
}

function OpenForm({ slug }: { slug: string }) {
  return (
    <BarActions>
      <a className={buttonClass("quiet")} href={`/f/${slug}`} target="_blank" rel="noreferrer">
        <Icon name="external-link" />
        {words.openForm}
      </a>
    </BarActions>
  );
}

function PageTitle() {
  const titles = [words.title, useContext(TitleOfForm), productName];
  return <title>{titles.filter(Boolean).join(" · ")}</title>;
}
