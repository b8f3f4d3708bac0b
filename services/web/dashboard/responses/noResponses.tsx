import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/responses.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/buttonRow.tsx";
import { CopyButton } from "../../ui/copyButton.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { formQuery } from "../api/queries/forms.ts";
import { availabilityOf } from "../form/availability.ts";
import { useFormCan } from "../form/useFormCan.ts";
import styles from "./responses.module.css";

/** Offers to publish or open the form, to share its link or to import responses. */
export function NoResponses({ slug, onImport }: { slug: string; onImport?: (() => void) | undefined }) {
  const { data: form } = useQuery(formQuery(slug));
  const can = useFormCan(slug);
  const state = form ? availabilityOf(form, Date.now()) : "open";
  const reason = words.noneText[state];
  if (reason !== undefined) {
    const isNew = state === "unpublished";
    return (
      <EmptyState icon="message-square-text" title={words.emptyTitle} text={reason}>
        {can("forms:write") && (
          <Link
            to={`/forms/$slug/${isNew ? "build" : "settings"}`}
            params={{ slug }}
            className={buttonClass("primary")}
          >
            {isNew ? words.toBuilder : words.toSettings}
          </Link>
        )}
      </EmptyState>
    );
  }
  const link = `${location.origin}/f/${slug}`;
  return (
    <EmptyState icon="message-square-text" title={words.emptyTitle} text={words.emptyText}>
      <p className={styles.link}>
        <code>{link}</code>
      </p>
      <ButtonRow>
        <CopyButton text={link} label={words.copyLink} />
        <a className={buttonClass("quiet")} href={link} target="_blank" rel="noreferrer">
          {words.openForm}
        </a>
        {onImport && (
          <Button look="quiet" onPress={onImport}>
            {words.importAction}
          </Button>
        )}
      </ButtonRow>
    </EmptyState>
  );
}
