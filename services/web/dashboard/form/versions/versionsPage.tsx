import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/versions.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/emptyState.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Page } from "../../../ui/page.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { Rows } from "../../../ui/rows.tsx";
import { Section } from "../../../ui/section.tsx";
import { formQuery } from "../../api/queries/forms.ts";
import { versionsPageQuery, versionsPageSize } from "../../api/queries/versions.ts";
import { useFormCan } from "../useFormCan.ts";
import { CompareSection } from "./compareSection.tsx";
import { LookDialog } from "./lookDialog.tsx";
import { RestoreDialog } from "./restoreDialog.tsx";
import { DraftRow, type VersionDialog, VersionRow } from "./versionRow.tsx";

/** `/forms/{slug}/versions` */
export function VersionsPage() {
  const { slug } = useParams({ from: "/layout/forms/$slug/versions" });
  const query = useQuery(formQuery(slug));
  const [isCompared, setCompared] = useState(false);
  const can = useFormCan(slug);
  return (
    <Page title={words.title} guide="publish">
      <Loaded query={query}>
        {(form) =>
          form.published_version === null ? (
            <EmptyState icon="history" title={words.emptyTitle} text={words.emptyText}>
              {can("forms:write") && (
                <Link to="/forms/$slug/build" params={{ slug }} className={buttonClass("primary")}>
                  {words.toBuilder}
                </Link>
              )}
            </EmptyState>
          ) : (
            <>
              <CompareSection form={form} current={form.published_version} onCompared={setCompared} />
              {/* the changes would push it down */}
              {isCompared && <VersionList form={form} />}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function VersionList({ form }: { form: FormDetail }) {
  const { slug } = form;
  const search = useSearch({ from: "/layout/forms/$slug/versions" });
  const navigate = useNavigate({ from: "/forms/$slug/versions" });
  const { page = 1 } = search;
  const query = useQuery(versionsPageQuery(slug, page));
  const [open, setOpen] = useState<VersionDialog | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title={words.listLabel}>
      <Loaded query={query}>
        {({ count, results }) => (
          <>
            <Rows label={words.listLabel} isOrdered>
              {page === 1 && form.has_unpublished_changes && form.published_version !== null && (
                <DraftRow form={form} current={form.published_version} onOpen={setOpen} />
              )}
              {results.map((version) => (
                <VersionRow key={version.id} form={form} version={version} onOpen={setOpen} />
              ))}
            </Rows>
            <Pager
              count={count}
              size={versionsPageSize}
              page={page}
              onPage={(next) => navigate({ search: { ...search, page: next } })}
            />
          </>
        )}
      </Loaded>
      {open?.kind === "look" && <LookDialog form={form} number={open.number} onClose={close} />}
      {(open?.kind === "restore" || open?.kind === "discard") && (
        <RestoreDialog slug={slug} number={open.number} isDiscard={open.kind === "discard"} onClose={close} />
      )}
    </Section>
  );
}
