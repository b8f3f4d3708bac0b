import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formQuery } from "../../api/queries/forms.ts";
import { buttonClass } from "../../parts/button.tsx";
import { ButtonRow } from "../../parts/buttonRow.tsx";
import { CopyButton } from "../../parts/copyButton.tsx";
import { EmptyState } from "../../parts/emptyState.tsx";
import * as words from "../../strings/en/dashboard/responses.ts";
import styles from "./responses.module.css";

/** The next step is to publish, or to send people the link. */
export function NoResponses({ slug }: { slug: string }) {
  const { data: form } = useQuery(formQuery(slug));
  if (form?.published_version === null) {
    return (
      <EmptyState title={words.emptyTitle} text={words.unpublishedText}>
        <Link to="/forms/$slug/build" params={{ slug }}>
          {words.toBuilder}
        </Link>
      </EmptyState>
    );
  }
  const link = `${location.origin}/f/${slug}`;
  return (
    <EmptyState title={words.emptyTitle} text={words.emptyText}>
      <p className={styles.link}>
        <code>{link}</code>
      </p>
      <ButtonRow>
        <CopyButton text={link} label={words.copyLink} />
        <a className={buttonClass("quiet")} href={link} target="_blank" rel="noreferrer">
          {words.openForm}
        </a>
      </ButtonRow>
    </EmptyState>
  );
}
