import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation, useParams } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useLandmark } from "react-aria/useLandmark";
import { ApiError } from "../../api/apiError.ts";
import { formQuery } from "../../api/queries/forms.ts";
import { Page, TitleOfForm } from "../../parts/page.tsx";
import { toForms } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/form.ts";
import styles from "./formLayout.module.css";
import { formTabs } from "./formTabs.ts";
import { TitleEditor } from "./titleEditor.tsx";

/** Around all pages of a form: its title, and the way between them. Pages ask for what they need beside it. */
export function FormLayout() {
  const { slug } = useParams({ from: "/layout/forms/$slug" });
  const { data: form, error } = useQuery(formQuery(slug));
  const tabs = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "navigation", "aria-label": words.pagesOfForm }, tabs);
  const { pathname } = useLocation();
  const isLoaded = form !== undefined;
  // on a phone the tab of this page may be beyond the edge
  useEffect(() => {
    if (!isLoaded || pathname === "") return;
    tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname, isLoaded]);
  // what was open before stays open: it may hold what nobody has saved yet
  if (!form && error instanceof ApiError && (error.status === 404 || error.status === 403)) return <MissingForm />;
  return (
    <TitleOfForm value={form?.title ?? null}>
      <div className={styles.bar}>
        {form ? (
          <TitleEditor slug={slug} title={form.title} />
        ) : (
          <div className={styles.named}>
            <p className={styles.title} dir="auto">
              {slug}
            </p>
          </div>
        )}
        <nav ref={tabs} {...landmarkProps} className={styles.tabs}>
          {formTabs.map(({ to, label }) => (
            <Link key={to} to={to} params={{ slug }} className={styles.tab} activeOptions={{ includeSearch: false }}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <Outlet />
    </TitleOfForm>
  );
}

function MissingForm() {
  return (
    <Page title={words.missingTitle}>
      <p>{words.missingText}</p>
      <Link to="/">{toForms}</Link>
    </Page>
  );
}
