import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formQuery } from "../../api/queries/forms.ts";
import { CopyButton } from "../../parts/copyButton.tsx";
import { EmptyState } from "../../parts/emptyState.tsx";
import * as words from "../../strings/en/dashboard/insights.ts";
import styles from "./insights.module.css";

/** What has to happen before there are figures. */
export function NothingYet({ slug }: { slug: string }) {
  const { data: form } = useQuery(formQuery(slug));
  if (form && !form.has_published_version) {
    return (
      <EmptyState title={words.noVersionTitle} text={words.noVersionText}>
        <Link to="/forms/$slug/build" params={{ slug }}>
          {words.toBuilder}
        </Link>
      </EmptyState>
    );
  }
  const address = `${location.origin}/f/${slug}`;
  return (
    <EmptyState title={words.emptyTitle} text={words.emptyText}>
      <div className={styles.link}>
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
        <CopyButton text={address} label={words.copyLink} />
      </div>
    </EmptyState>
  );
}
