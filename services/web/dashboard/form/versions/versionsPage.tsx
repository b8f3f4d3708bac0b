import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { FormDetail, Version } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/versions.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { mixedRowClass } from "../../../ui/buttonRow.tsx";
import { timeText } from "../../../ui/dates.ts";
import { EmptyState } from "../../../ui/emptyState.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Page } from "../../../ui/page.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { Rows, rowClass } from "../../../ui/rows.tsx";
import { Section } from "../../../ui/section.tsx";
import { formQuery } from "../../api/queries/forms.ts";
import { versionsPageQuery, versionsPageSize } from "../../api/queries/versions.ts";
import { useFormCan } from "../useFormCan.ts";
import { CompareSection } from "./compareSection.tsx";
import { LookDialog } from "./lookDialog.tsx";
import { RestoreDialog } from "./restoreDialog.tsx";
import styles from "./versions.module.css";

/** `/forms/{slug}/versions` */
export function VersionsPage() {
  const { slug } = useParams({ from: "/layout/forms/$slug/versions" });
  const query = useQuery(formQuery(slug));
  const [isCompared, setCompared] = useState(false);
  const can = useFormCan(slug);
  return (
    <Page title={words.title}>
      <Loaded query={query}>
        {(form) =>
          form.published_version === null ? (
            <EmptyState title={words.emptyTitle} text={words.emptyText}>
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

/** The dialog over the page. */
type Open = { kind: "look" | "restore"; number: number } | null;

function VersionList({ form }: { form: FormDetail }) {
  const { slug } = form;
  const search = useSearch({ from: "/layout/forms/$slug/versions" });
  const navigate = useNavigate({ from: "/forms/$slug/versions" });
  const { page = 1 } = search;
  const query = useQuery(versionsPageQuery(slug, page));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Section title={words.listLabel}>
      <Loaded query={query}>
        {({ count, results }) => (
          <>
            <Rows label={words.listLabel} isOrdered>
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
      {open?.kind === "restore" && <RestoreDialog slug={slug} number={open.number} onClose={close} />}
    </Section>
  );
}

interface RowProps {
  form: FormDetail;
  version: Version;
  onOpen: (open: Open) => void;
}

function VersionRow({ form: { slug, has_unpublished_changes: isAhead }, version, onOpen }: RowProps) {
  const { version_number: number, published_at, published_by: by, node_count, edge_count, is_current } = version;
  const can = useFormCan(slug);
  return (
    <li className={`${rowClass} ${styles.row}`}>
      <div className={styles.about}>
        <h3 className={styles.name}>
          {words.version(number)} {is_current && <Badge kind="good">{words.current}</Badge>}
        </h3>
        <p className={mutedClass}>
          {words.about([timeText(published_at), ...(by ? [by.name] : [])], node_count, edge_count)}
        </p>
      </div>
      <div className={mixedRowClass}>
        {can("responses:read_anonymous") && (
          <Link
            to="/forms/$slug/responses"
            params={{ slug }}
            search={{ version: number }}
            aria-label={words.responsesOf(number)}
            className={buttonClass("plain")}
            data-size="small"
          >
            {words.responses}
          </Link>
        )}
        <Button
          size="small"
          icon="eye"
          aria-label={words.lookOf(number)}
          onPress={() => onOpen({ kind: "look", number })}
        >
          {words.look}
        </Button>
        {/* a draft without changes is the current version */}
        {can("forms:write") && (isAhead || !is_current) && (
          <Button
            size="small"
            icon="history"
            aria-label={words.restoreOf(number)}
            onPress={() => onOpen({ kind: "restore", number })}
          >
            {words.restore}
          </Button>
        )}
      </div>
    </li>
  );
}
