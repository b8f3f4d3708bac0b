import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { FormDetail } from "../../../../shared/domain/shapes/forms.ts";
import { formsPageSize, formsQuery } from "../../api/queries/forms.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { EmptyState } from "../../parts/emptyState.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { mutedClass } from "../../parts/muted.ts";
import { Page } from "../../parts/page.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Rows } from "../../parts/rows.tsx";
import * as words from "../../strings/en/dashboard/forms.ts";
import { Filters } from "./filters.tsx";
import { FormRow } from "./formRow.tsx";
import { formsViewOf } from "./homeSearch.ts";
import { MadeNotice } from "./madeNotice.tsx";
import { NewForm } from "./newForm.tsx";
import { Samples } from "./samples.tsx";

/** What was made last, and can be answered already. */
type Made = Pick<FormDetail, "slug" | "title"> | null;

export function HomePage() {
  const search = useSearch({ from: "/layout/" });
  const navigate = useNavigate({ from: "/" });
  const view = formsViewOf(search);
  const query = useQuery(formsQuery(view));
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Made>(null);
  const isFiltered = search.search !== undefined || search.show !== undefined;
  const actions = (
    <Button look="primary" onPress={() => setMaking(true)}>
      {words.newForm}
    </Button>
  );
  return (
    <Page title={words.title} actions={actions}>
      {made && <MadeNotice {...made} />}
      <Loaded query={query}>
        {({ count, results }) =>
          count === 0 && !isFiltered ? (
            <EmptyState title={words.emptyTitle} text={words.emptyText}>
              <Samples onMade={setMade} />
              <Link to="/" search={{ show: "archived" }}>
                {words.toArchive}
              </Link>
            </EmptyState>
          ) : (
            <>
              <Filters
                view={view}
                onChange={(change) => navigate({ search: { ...search, page: undefined, ...change } })}
              />
              <p className={mutedClass} role="status">
                {words.found(count)}
              </p>
              {count === 0 && (
                <EmptyState title={words.nothingFound}>
                  <Link to="/">{words.showAll}</Link>
                </EmptyState>
              )}
              <Rows label={words.listLabel} columns="minmax(0, 2fr) auto minmax(11rem, 1fr) auto">
                {results.map((form) => (
                  <FormRow key={form.id} form={form} />
                ))}
              </Rows>
              <Pager
                count={count}
                size={formsPageSize}
                page={view.page}
                onPage={(page) => navigate({ search: { ...search, page } })}
              />
            </>
          )
        }
      </Loaded>
      {isMaking && (
        <Dialog title={words.newForm} onClose={() => setMaking(false)}>
          <NewForm
            onMade={(form, isPublished) => {
              setMaking(false);
              setMade(isPublished ? form : null);
            }}
          />
        </Dialog>
      )}
    </Page>
  );
}
