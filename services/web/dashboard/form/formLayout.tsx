import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, Outlet, useLocation, useParams } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useLandmark } from "react-aria/useLandmark";
import type { FormDetail } from "../../../../shared/api/shapes/forms.ts";
import { toForms } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/form.ts";
import { howCounted } from "../../strings/en/dashboard/forms.ts";
import { compactText } from "../../strings/en/dashboard/numbers.ts";
import { ApiError } from "../../ui/apiError.ts";
import { BarEnd } from "../../ui/barActions.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Page, TitleOfForm } from "../../ui/page.tsx";
import { formQuery } from "../api/queries/forms.ts";
import { useCan } from "../api/rights.ts";
import { availabilityOf } from "./availability.ts";
import styles from "./formLayout.module.css";
import { formTabs } from "./formTabs.ts";
import { TitleEditor } from "./titleEditor.tsx";

/** The layout of a form's pages: one bar with its title, its pages and the actions of the current page. */
export function FormLayout() {
  const { slug } = useParams({ from: "/layout/forms/$slug" });
  const { data: form, error } = useQuery(formQuery(slug));
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const can = useCan();
  const { pathname } = useLocation();
  const page = formTabs.find(({ to }) => pathname.startsWith(to.replace("$slug", slug)));
  const isHidden = form !== undefined && page !== undefined && !can(page.needs, form.id);
  // a loaded form stays open, because it can have unsaved edits
  if (!form && error instanceof ApiError && (error.status === 404 || error.status === 403)) return <MissingForm />;
  if (isHidden) return <Navigate to="/forms/$slug/insights" params={{ slug }} replace />;
  return (
    <TitleOfForm value={form?.title ?? null}>
      <div className={styles.bar}>
        <div className={styles.named}>
          <Link to="/" className={styles.forms}>
            {words.forms}
          </Link>
          <span aria-hidden="true" className={styles.slash}>
            /
          </span>
          {form ? (
            <>
              <TitleEditor form={form} />
              <StatusDot form={form} />
            </>
          ) : (
            <p className={styles.title} dir="auto">
              {slug}
            </p>
          )}
        </div>
        <Tabs slug={slug} form={form} />
        <div ref={setEnd} className={styles.end} />
      </div>
      <BarEnd value={end}>
        <Outlet />
      </BarEnd>
    </TitleOfForm>
  );
}

/** Whether people can answer the form now, and whether its draft is ahead of what they see. */
function StatusDot({ form }: { form: FormDetail }) {
  const availability = availabilityOf(form, Date.now());
  const isAhead = availability === "open" && form.has_unpublished_changes;
  const text = isAhead ? words.unpublishedChanges : words.availability[availability];
  return (
    <span className={styles.status} data-state={isAhead ? "ahead" : availability} title={text}>
      <span>{text}</span>
    </span>
  );
}

function Tabs({ slug, form }: { slug: string; form: FormDetail | undefined }) {
  const isLoaded = form !== undefined;
  const tabs = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "navigation", "aria-label": words.pagesOfForm }, tabs);
  const { pathname } = useLocation();
  const can = useCan();
  const shown = formTabs.filter(({ needs }) => can(needs, form?.id));
  // on a phone the tab of this page may be beyond the edge or fade there
  useEffect(() => {
    if (!isLoaded || pathname === "") return;
    tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname, isLoaded]);
  return (
    <nav ref={tabs} {...landmarkProps} className={`sideways ${styles.tabs}`}>
      {shown.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ slug }}
          className={styles.tab}
          activeOptions={{ includeSearch: false }}
          // translations are a part of building
          {...(to === "/forms/$slug/build" && pathname.endsWith("/translations") && { "aria-current": "true" })}
        >
          {label}
          {to === "/forms/$slug/responses" && form && form.total_sessions > 0 && (
            <span
              aria-hidden="true"
              className={styles.count}
              title={howCounted(form.total_sessions, form.completed_sessions)}
            >
              {compactText(form.total_sessions)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function MissingForm() {
  return (
    <Page title={words.missingTitle}>
      <EmptyState icon="search" title={words.missingText}>
        <Link to="/" className={buttonClass("primary")}>
          {toForms}
        </Link>
      </EmptyState>
    </Page>
  );
}
