import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import type { FormListItem } from "../../../../shared/api/shapes/forms.ts";
import type { Template } from "../../../../shared/api/shapes/templates.ts";
import * as words from "../../strings/en/dashboard/forms.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { focusSearch } from "../../ui/searchField.tsx";
import { useKeyActions } from "../../ui/shortcuts.ts";
import { Table, TableSkeleton } from "../../ui/table.tsx";
import { useSelection } from "../../ui/useSelection.ts";
import { formsPageSize, formsQuery } from "../api/queries/forms.ts";
import { currentUser } from "../api/queryClient.ts";
import { useCan } from "../api/rights.ts";
import { begun } from "./checklist/begun.ts";
import { Filters } from "./filters.tsx";
import { formColumns } from "./formColumns.tsx";
import styles from "./forms.module.css";
import { formsViewOf, type HomeSearch } from "./homeSearch.ts";

const loadNewForm = () => import("./newForm.tsx");
const NewForm = lazyPart(loadNewForm, "NewForm");
const NoForms = lazyPart(() => import("./noForms.tsx"), "NoForms");
const LabelFilter = lazyPart(() => import("./labels/labelFilter.tsx"), "LabelFilter");
const Checklist = lazyPart(() => import("./checklist/checklist.tsx"), "Checklist");
const StartFromTemplate = lazyPart(() => import("../templates/startFromTemplate.tsx"), "StartFromTemplate");
const SelectedForms = lazyPart(() => import("./labels/selectedForms.tsx"), "SelectedForms");

interface FoundProps {
  count: number;
  forms: readonly FormListItem[];
  /** null for users who can't change forms */
  selection: ReturnType<typeof useSelection> | null;
}

const FoundForms = ({ count, forms, selection }: FoundProps) => (
  <>
    <p className="visually-hidden" role="status">
      {words.found(count)}
    </p>
    {count === 0 ? (
      <EmptyState icon="search" title={words.nothingFound}>
        <Link to="/">{words.showAll}</Link>
      </EmptyState>
    ) : (
      <Table
        caption={words.title}
        columns={formColumns}
        rows={forms}
        keyOf={({ id }) => id}
        {...(selection && { selection: { ...selection, labelOf: ({ title }: FormListItem) => words.select(title) } })}
        className={styles.table}
      />
    )}
  </>
);

interface FilteredProps {
  search: HomeSearch;
  count: number;
  forms: readonly FormListItem[];
}

/** A page of the list, below what filters it. */
function FilteredForms({ search, count, forms }: FilteredProps) {
  const navigate = useNavigate({ from: "/" });
  const view = formsViewOf(search);
  const selection = useSelection(JSON.stringify(view));
  const selected = forms.filter(({ id }) => selection.ids.has(id));
  const canSelect = useCan()("forms:write");
  const filter = (change: HomeSearch) => navigate({ search: { ...search, page: undefined, ...change } });
  return (
    <>
      <div className={styles.tools}>
        <Filters view={view} onChange={filter} />
        <Suspense>{selected.length > 0 && <SelectedForms forms={selected} onClear={selection.clear} />}</Suspense>
      </div>
      <Suspense>
        <LabelFilter
          chosen={view.label}
          onChange={(label) => filter({ label: label.length > 0 ? label : undefined })}
        />
      </Suspense>
      <FoundForms count={count} forms={forms} selection={canSelect ? selection : null} />
      <Pager
        count={count}
        size={formsPageSize}
        page={view.page}
        onPage={(page) => navigate({ search: { ...search, page } })}
      />
    </>
  );
}

/** `/`: the account's forms. */
export function HomePage() {
  const search = useSearch({ from: "/layout/" });
  const view = formsViewOf(search);
  const query = useQuery(formsQuery(view));
  const workspace = useQuery(currentUser).data?.workspace?.id;
  const canCreate = useCan()("forms:write");
  /** `new`, `import`, or the template whose preview opens */
  const [chosen, setMaking] = useState<"new" | "import" | Template | null>(null);
  const making = chosen ?? (search.new && canCreate ? "new" : null);
  const navigate = useNavigate({ from: "/" });
  const stopMaking = () => {
    setMaking(null);
    if (search.new) void navigate({ search: { ...search, new: undefined }, replace: true });
  };
  // once the page is shown, so that the dialog opens immediately and offline
  useEffect(() => void loadNewForm().catch(() => {}), []);
  useKeyActions({ "/": focusSearch });
  const isFiltered = search.search !== undefined || search.show !== undefined || search.label !== undefined;
  const isEmpty = query.data?.count === 0 && !isFiltered;
  const newForm = canCreate && (
    <Button look="primary" icon="plus" onPress={() => setMaking("new")}>
      {words.newForm}
    </Button>
  );
  return (
    <Page title={words.title} guide="create" actions={!query.isPending && !isEmpty && newForm}>
      <Loaded query={query} skeleton={<TableSkeleton className={styles.table} />}>
        {({ count, results }) =>
          isEmpty ? (
            <Suspense fallback={<TableSkeleton className={styles.table} />}>
              <NoForms newForm={newForm} onImport={() => setMaking("import")} />
            </Suspense>
          ) : (
            <FilteredForms search={search} count={count} forms={results} />
          )
        }
      </Loaded>
      {canCreate && !isFiltered && view.page === 1 && (
        <Suspense>
          {query.data && workspace !== undefined && begun(workspace) !== "done" && (
            <Checklist key={workspace} workspace={workspace} forms={query.data.results} />
          )}
          <StartFromTemplate onChoose={setMaking} onAll={() => setMaking("new")} />
        </Suspense>
      )}
      {making && (
        <Suspense>
          <NewForm first={making} onClose={stopMaking} />
        </Suspense>
      )}
    </Page>
  );
}
